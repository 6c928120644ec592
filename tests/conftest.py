import os

from hypothesis import settings

settings.register_profile("turnwise", deadline=None, database=None, derandomize=True)
settings.register_profile(
    "fresh", settings.get_profile("turnwise"), derandomize=False, max_examples=500, print_blob=True
)
settings.load_profile("turnwise")

os.environ["LC_ALL"] = "C.UTF-8"  # English, whatever the language of who runs them
