"""Makes the sample pictures: re-encodes three photos of scikit-image as small WebP files, and their manifest.

    build_pictures.py SOURCES TARGET
"""

import hashlib
import json
import sys
from pathlib import Path

from PIL import Image

PACKAGE = {"registry": "PyPI", "package": "scikit-image", "version": "0.26.0"}
# Author and licence as scikit-image's own documentation states them (skimage.data).
PICTURES = [
    ("chelsea", "chelsea.png", "Stéfan van der Walt", "CC0"),
    ("coffee", "coffee.png", "Rachel Michetti", "CC0"),
    ("rocket", "rocket.jpg", "SpaceX", "public domain"),
]
QUALITY = 82


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def entry(sources, target, name, file, author, licence):
    source, made = sources / file, target / f"{name}.webp"
    picture = Image.open(source).convert("RGB")
    picture.save(made, "WEBP", quality=QUALITY, method=6)
    origin = {**PACKAGE, "file": f"skimage/data/{file}", "bytes": source.stat().st_size, "sha256": digest(source)}
    return {
        "id": name,
        "file": made.name,
        "bytes": made.stat().st_size,
        "sha256": digest(made),
        "width": picture.width,
        "height": picture.height,
        "author": author,
        "licence": licence,
        "source": origin,
    }


def main():
    sources, target = map(Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    pictures = [entry(sources, target, *picture) for picture in PICTURES]
    text = json.dumps({"format": 1, "pictures": pictures}, indent=2, ensure_ascii=False)
    (target / "manifest.json").write_text(text + "\n", encoding="utf-8")


main()
