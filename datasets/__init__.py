"""Data that the project makes or converts: the printed boards, the renderer of synthetic tables, the demo's clip.

Never installed with the package. Start with `board_file` (what a board file says), then `scene` (what stands on a
table), `render` (its picture) and `truth` (what a reader of the picture should find). `shoot` renders
training pictures: `layout` draws a table by number, from `looks` and `groups` of dice, `surfaces`, `rooms`
and `clutter`.
"""
