_core.__suffix__:
    class CoreError(ValueError):
        """A code and the piece of text it is about."""
