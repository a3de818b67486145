"""Makes the sample of speech: re-encodes a sentence of a LibriVox recording as FLAC, which loses nothing, and its manifest.

    build_sounds.py SOURCES TARGET
"""

import hashlib
import json
import sys
from pathlib import Path

import soundfile

PACKAGE = {"registry": "Debian", "package": "pocketsphinx-testdata", "version": "0.8+5prealpha+1-15"}
FILE = "sense_and_sensibility_01_austen_64kb-0880.wav"
FOLDER = "usr/share/pocketsphinx/test/data/librivox"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    sources, target = map(Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    source, made = sources / FILE, target / "speech.flac"
    samples, rate = soundfile.read(source, dtype="int16")
    soundfile.write(made, samples, rate, format="FLAC", subtype="PCM_16")
    again, _ = soundfile.read(made, dtype="int16")
    assert (samples == again).all(), "FLAC changed the samples"
    speech = {
        "id": "speech",
        "file": made.name,
        "bytes": made.stat().st_size,
        "sha256": digest(made),
        "rate": rate,
        "samples": len(samples),
        "words": "he was not an ill disposed young man",
        "author": "a LibriVox reader, from Jane Austen, Sense and Sensibility, chapter 1",
        "licence": "public domain",
        "source": {**PACKAGE, "file": f"{FOLDER}/{FILE}", "bytes": source.stat().st_size, "sha256": digest(source)},
    }
    (target / "manifest.json").write_text(json.dumps({"format": 1, "sounds": [speech]}, indent=2) + "\n")
    print(f"speech: {source.stat().st_size} -> {made.stat().st_size} bytes")


if __name__ == "__main__":
    main()
