"""Nobody attacks: what the bystander sees then is what all else is compared with."""

import time

from tests.web.siege.attack import Siege, attack


@attack("calm", "an honest table moves at once")
def calm(siege: Siege) -> None:
    time.sleep(siege.seconds)  # not a wait for something: this is how long is measured
