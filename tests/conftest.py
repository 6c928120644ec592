from hypothesis import settings

settings.register_profile("turnwise", deadline=None, database=None, derandomize=True)
settings.load_profile("turnwise")
