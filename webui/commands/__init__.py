"""The commands of `pipsight`, one file each; cli.py lists them."""
