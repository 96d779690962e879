"""What clients send, what they get back, and how they are refused."""
