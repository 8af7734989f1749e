"""MiniLM as both trainings run it: weights by name, without the model's own classes."""

import torch
import torch.nn.functional as F

LAYERS, HEADS, WIDTH = 6, 12, 384


def forward(w, ids, mask, dropout=0.0):
    """Hidden states of the last layer."""
    drop = (lambda x: F.dropout(x, dropout)) if dropout else (lambda x: x)
    h = F.embedding(ids, w["embeddings.word_embeddings.weight"]) + w["embeddings.position_embeddings.weight"][:ids.shape[1]] + w["embeddings.token_type_embeddings.weight"][0]
    h = drop(F.layer_norm(h, (WIDTH,), w["embeddings.LayerNorm.weight"], w["embeddings.LayerNorm.bias"], 1e-12))
    attend = mask[:, None, None, :].bool()
    with torch.autocast(ids.device.type, dtype=torch.bfloat16, enabled=ids.device.type == "cuda"):
        for i in range(LAYERS):
            at = f"encoder.layer.{i}."
            line = lambda x, name: F.linear(x, w[at + name + ".weight"], w[at + name + ".bias"])
            split = lambda x: x.view(*x.shape[:2], HEADS, WIDTH // HEADS).transpose(1, 2)
            q, k, v = (split(line(h, f"attention.self.{one}")) for one in ("query", "key", "value"))
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=attend).transpose(1, 2).reshape(h.shape)
            norm = lambda x, name: F.layer_norm(x.float(), (WIDTH,), w[at + name + ".weight"], w[at + name + ".bias"], 1e-12)
            h = norm(h + drop(line(a, "attention.output.dense")), "attention.output.LayerNorm")
            h = norm(h + drop(line(F.gelu(line(h, "intermediate.dense")), "output.dense")), "output.LayerNorm")
    return h
