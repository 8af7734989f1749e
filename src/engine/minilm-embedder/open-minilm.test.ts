import { describe, expect, it } from "vitest";
import { modelFilesIn } from "./find-model.js";
import { openMiniLm } from "./open-minilm.js";

describe("the model as shipped", () => {
  const embedder = openMiniLm(modelFilesIn("models"));

  it("include static embeddings with the expected checksum", () => {
    expect(embedder.embedStatic?.("a connection pool")?.length).toBe(384);
  });

  it("read queries in Latin script only", () => {
    expect(["pool exhausted", "größter Fehler", "ERR_42", "4711"].every((text) => embedder.canRead?.(text))).toBe(true);
    expect(["连接池已耗尽", "ошибка соединения", "接続プール"].some((text) => embedder.canRead?.(text))).toBe(false);
  });
});
