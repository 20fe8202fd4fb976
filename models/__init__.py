"""Part of pipsight."""
