import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeTranscriptFiles } from "../../../engine/node-files/node-transcript-files.js";
import type { ReadPiece } from "../../../hosts/transcript-format.js";
import { readPiece } from "./read-transcript.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-read-"));
  path = join(folder, "s.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = { readBytes: 0, fingerprint: "" };
async function read(from: { readBytes: number; fingerprint: string }, bytes = 1024): Promise<ReadPiece> {
  const piece = await readPiece(nodeTranscriptFiles, { path, ...from }, bytes);
  if (typeof piece === "string") throw new Error(piece);
  return piece;
}
const values = ({ lines }: ReadPiece) => lines.map(({ value }) => value.n);

describe("readPiece", () => {
  it("leaves a half line until its other half is there", async () => {
    writeFileSync(path, '{"n":1}\n{"n":');
    const first = await read(start);
    expect(values(first)).toEqual([1]);
    appendFileSync(path, '2}\n{"n":3}\n');
    expect(values(await read(first))).toEqual([2, 3]);
  });

  it("reads everything once, whatever the size of the pieces", async () => {
    writeFileSync(
      path,
      `${Array.from({ length: 200 }, (_, n) => JSON.stringify({ n, text: "é".repeat(n) })).join("\n")}\n`,
    );
    const seen: unknown[] = [];
    for (let at: ReadPiece | typeof start = start, more = true; more; ) {
      const piece = await read(at, 300);
      seen.push(...values(piece));
      [at, more] = [piece, piece.more];
    }
    expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  it("skips lines that are not JSON and counts them", async () => {
    writeFileSync(path, '{"n":1}\n{broken\n\n[1]\n{"n":2}\n');
    expect(await read(start)).toMatchObject({ broken: 2 });
    expect(values(await read(start))).toEqual([1, 2]);
  });

  it("starts over when the file shrank", async () => {
    writeFileSync(path, '{"n":1}\n{"n":2}\n');
    const first = await read(start);
    truncateSync(path, 8);
    const second = await read(first);
    expect(second.isNew).toBe(true);
    expect(values(second)).toEqual([1]);
  });

  it("starts over when another file replaced it, even a longer one", async () => {
    writeFileSync(path, '{"n":1}\n');
    const first = await read(start);
    writeFileSync(path, '{"n":7}\n{"n":8}\n');
    expect(values(await read(first))).toEqual([7, 8]);
  });

  it("resumes where it was when the file only grew", async () => {
    writeFileSync(path, '{"n":1}\n');
    const first = await read(start);
    appendFileSync(path, '{"n":2}\n');
    const second = await read(first);
    expect(second.isNew).toBe(false);
    expect(values(second)).toEqual([2]);
  });

  it("reports a missing file", async () => {
    expect(await readPiece(nodeTranscriptFiles, { path: join(folder, "none"), ...start }, 10)).toBe("missing");
  });
});
