"""The export gives logits first and features second; the measuring of what teaching gains holds on made-up dice."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch")

from models.export import face  # noqa: E402
from models.face_net import FaceNet, opened  # noqa: E402
from models.teach_gain import dice_of, reader, trials  # noqa: E402
from vision.face import FaceReading  # noqa: E402


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    torch.manual_seed(3)
    file = tmp_path / "face.pt"
    torch.save(FaceNet([8, 8, 16, 24]).state_dict(), file)
    return file


@pytest.mark.filterwarnings("ignore")  # torch's exporter warns of its own age
def test_the_export_tells_logits_first_and_features_second(weights: Path, tmp_path: Path) -> None:
    import onnxruntime

    pytest.importorskip("onnx")
    face(weights, tmp_path / "face.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "face.onnx", providers=["CPUExecutionProvider"])
    assert [one.name for one in session.get_outputs()] == ["logits", "features"]
    crops = np.random.default_rng(1).random((3, 3, 64, 64), np.float32)
    logits, features = session.run(None, {"crops": crops})
    assert logits.shape == (3, 7) and features.shape == (3, 24)
    net = opened(weights)
    last = net.head[-1]
    assert np.allclose(features @ last.weight.detach().numpy().T + last.bias.detach().numpy(), logits, atol=1e-4)
    with torch.no_grad():
        assert np.allclose(net(torch.from_numpy(crops)).numpy(), logits, atol=1e-3)


def test_a_held_back_set_is_taught_and_measured(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photos" / "mine"
    (folder / "images").mkdir(parents=True)
    rng, lines = np.random.default_rng(2), []
    for n in range(6):
        cv2.imwrite(str(folder / "images" / f"{n}.png"), rng.integers(0, 255, (120, 240, 3)))
        dice = [{"value": 1 + (n + k) % 6, "box": [20 + 90 * k, 30, 50, 50]} for k in range(2)]
        lines.append(json.dumps({"image": f"images/{n}.png", "width": 240, "height": 120, "dice": dice}))
    (folder / "labels.jsonl").write_text("\n".join(lines))
    mine = dice_of(tmp_path, "mine")
    assert len(mine.crops) == 12 and mine.pictures.tolist() == [n for n in range(6) for _ in range(2)]
    faces = reader(weights)
    assert all(isinstance(one, FaceReading) for one in faces.read_crops(mine.crops))
    trials("mine", faces, mine, {}, 3, 2)
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("| `mine` | 3 pictures, 6 dice | 6 | the rest of it | ")
    assert told[-1].startswith("<!-- mine, 3 pictures: taught in ")
