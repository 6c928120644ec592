"""Caesar and Cleopatra: lay influence openly or hidden at five groups of patricians and win them vote by vote."""
