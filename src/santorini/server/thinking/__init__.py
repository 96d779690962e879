"""The computer players, in processes of their own."""
