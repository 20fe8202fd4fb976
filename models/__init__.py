"""The weights that ship, what is told about them (README.md, manifest.json), and the scripts that made them."""
