"""The words people read: catalogues in six languages, the rulebook."""
