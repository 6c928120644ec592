"""What the house sends: mails and messages to web addresses."""
