"""What a calibration came to, as lines to read."""

from __future__ import annotations

from typing import Any


def table(report: dict[str, Any]) -> str:
    """The report as lines to read."""
    lines = [f"temperature {report['temperature']:.3f}, bar {report['weights']['bar']:.4f}"]
    for name, told in [("all", report), *report["sources"].items()]:
        lines.append(
            f"{name}: {told['dice']} dice, right {_percent(told['right'])}, error {_percent(told['error'])}, "
            f"accepted {_percent(told['accepted'])} of those from 24 px, right of accepted "
            f"{_percent(told['accepted_right'])} ({told['accepted_wrong']} wrong); {told['small']} smaller, accepted "
            f"{_percent(told['small_accepted'])} ({told['small_wrong']} wrong); {told['cocked']} cocked, "
            f"{told['cocked_accepted']} accepted; {told['false']} false finds in {told['pictures']} pictures, "
            f"{told['false_shown']} shown, {told['false_accepted']} accepted; {_percent(told['dropped'])} dice dropped"
        )
    return "\n".join(lines)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.2%}"
