"""What the pictures of all games share: layouts, shapes, lettering, and the common hand that draws them."""
