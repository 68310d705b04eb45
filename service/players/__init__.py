"""Who plays: client applications, their players, and in which matches those sat."""
