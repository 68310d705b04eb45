"""What the strongest mind thinks, as calls: advice and reviews."""
