import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openReader } from "./open-reader.js";

describe("the reader in the package", () => {
  const reader = openReader(join(import.meta.dirname, "minilm-reader.bin"));
  afterAll(() => reader?.close());
  const score = async (old: string, later: string) => (await reader?.replaces([{ old, later }]))?.[0] ?? -1;

  it("sees what a later sentence makes untrue", async () => {
    expect(await score("Events go through Kafka.", "drop kafka, we move to nats jetstream.")).toBeGreaterThan(0.8);
    expect(await score("The vents close at 31 degrees.", "31 was the old sensor, vents go shut at 28")).toBeGreaterThan(
      0.8,
    );
  });

  it("sees that a report confirms a choice, and that other news change nothing", async () => {
    expect(
      await score("drop kafka, we move to nats jetstream.", "NATS JetStream replaces Kafka for events."),
    ).toBeLessThan(0.2);
    expect(await score("Events go through Kafka.", "The Kafka consumer logs every offset now.")).toBeLessThan(0.2);
  });

  it("rejects what waits when it is closed", async () => {
    const closed = openReader(join(import.meta.dirname, "minilm-reader.bin"));
    const waiting = closed?.replaces([{ old: "Events go through Kafka.", later: "drop kafka" }]);
    const rejected = expect(waiting).rejects.toThrow("cannot be loaded");
    await closed?.close();
    await rejected;
  });

  it("says nothing of scripts that the model does not know, and keeps the order", async () => {
    const pairs = [
      { old: "事件走 Kafka 队列处理。", later: "不用 Kafka 队列了，全部改用别的方案。" },
      { old: "Events go through Kafka.", later: "drop kafka, we move to nats jetstream." },
    ];
    const [eastern, western] = (await reader?.replaces(pairs)) ?? [];
    expect(eastern).toBe(0);
    expect(western).toBeGreaterThan(0.8);
    expect(await reader?.replaces([])).toEqual([]);
  });

  it("sees which sentences are for later, and what they are", async () => {
    const classes = ["none", "decision", "preference", "trap", "fact", "task", "next", "outcome"];
    const kindOf = async (text: string, by: "person" | "agent" = "person") => {
      const [scores = []] = (await reader?.classify([{ by, text }])) ?? [];
      expect(scores.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
      return classes[scores.indexOf(Math.max(...scores))];
    };
    expect(await kindOf("always pnpm in this repo, never npm")).toBe("preference");
    expect(await kindOf("ok then we go with sqlite")).toBe("decision");
    expect(await kindOf("the importer hangs unless TZ is set to UTC")).toBe("trap");
    expect(await kindOf("The gateway of the plant listens on port 7443.", "agent")).toBe("fact");
    expect(await kindOf("can you run the tests again?")).toBe("none");
    expect(await kindOf("Let me read the configuration first.", "agent")).toBe("none");
  });

  it("is left out where its file is missing", () => {
    expect(openReader(join(import.meta.dirname, "missing.bin"))).toBeUndefined();
  });
});
