"""Draws a Scene with Mitsuba: linear light as a camera's lens gathers it; `sensor` makes a picture of it.

Needs the extra `render` and, for speed, LLVM 17 or newer (Debian: libllvm19); without it the slower scalar variant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera
from datasets.scene import Scene
from datasets.staging import described, mitsuba

Plane = NDArray[np.float32]


def picture(scene: Scene, samples: int, seed: int = 0) -> Plane:
    """Return the scene as (height, width, 3) linear RGB, denoised."""
    return blurred([scene], samples, seed)


def blurred(scenes: Sequence[Scene], samples: int, seed: int = 0) -> Plane:
    """Return the mean of several moments of one scene, as an open shutter sees them, `samples` a moment."""
    shots = [Stage(scene).gathered(samples, seed + k) for k, scene in enumerate(scenes)]
    light, albedo, normal = (np.ascontiguousarray(np.mean(parts, axis=0)) for parts in zip(*shots, strict=True))
    return denoised(light, albedo, normal)


def denoised(light: Plane, albedo: Plane, normal: Plane, quality: str = "high") -> Plane:
    """Return noisy light (h, w, 3) clean, by what is known of the surfaces; quality is "high", "balanced" or "fast"."""
    import pyoidn

    clean = pyoidn.denoise(light, albedo=np.clip(albedo, 0, 1), normal=normal, hdr=True, quality=quality)
    return np.nan_to_num(np.asarray(clean, np.float32))


def ids(scene: Scene) -> NDArray[np.int32]:
    """Return which die is seen at the middle of each pixel, (height, width); -1 where it is no die."""
    return Stage(scene).ids()


@dataclass
class Stage:
    """A scene that is loaded once, to be drawn and asked."""

    scene: Scene

    def __post_init__(self) -> None:
        """Load the scene."""
        self.world: Any = mitsuba().load_dict(described(self.scene))

    def gathered(self, samples: int, seed: int) -> tuple[Plane, Plane, Plane]:
        """Return one moment's noisy light, and its albedo and normals to denoise by, each (height, width, 3)."""
        mi = mitsuba()
        path = mi.load_dict({"type": "path", "max_depth": 6, "rr_depth": 4})
        guide = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
        light = np.array(mi.render(self.world, integrator=path, spp=samples, seed=seed), np.float32)[..., :3]
        guides = np.array(mi.render(self.world, integrator=guide, spp=max(2, samples // 2), seed=seed), np.float32)
        return light, np.ascontiguousarray(guides[..., -6:-3]), np.ascontiguousarray(guides[..., -3:])

    def picture(self, samples: int, seed: int) -> Plane:
        """Return the scene as (height, width, 3) linear RGB, denoised quickly."""
        return denoised(*self.gathered(samples, seed), quality="fast")

    def ids(self) -> NDArray[np.int32]:
        """Return which die is seen at the middle of each pixel, (height, width); -1 where it is no die."""
        mi, camera = mitsuba(), self.scene.camera
        import drjit as dr

        origin, way = mi.Point3f(camera.eye), mi.Vector3f(*(mi.Float(v) for v in rays(camera)))
        hit = self.world.ray_intersect_preliminary(mi.Ray3f(o=origin, d=way), coherent=True)
        seen = np.array(dr.reinterpret_array(mi.UInt32, hit.shape))
        owner = np.full(int(seen.max()) + 1, -1, np.int32)
        for shape in self.world.shapes():
            number = int(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(shape))[0])
            if shape.id().startswith("die") and number < len(owner):
                owner[number] = int(shape.id()[3:5])
        return np.asarray(owner[seen].reshape(camera.height, camera.width))


def rays(camera: Camera) -> NDArray[np.float32]:
    """Return the unit directions (3, height x width) in which the middles of the camera's pixels look."""
    across, down = np.meshgrid(np.arange(camera.width) + 0.5, np.arange(camera.height) + 0.5)
    local = np.stack([across - camera.width / 2, down - camera.height / 2, np.full(across.shape, camera.focal)], -1)
    way = (local.reshape(-1, 3) @ camera.axes).T
    return np.asarray(way / np.linalg.norm(way, axis=0), np.float32)
