"""Oh Hell: bid how many tricks you will take, then take exactly so many, not one more and not one less."""
