import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { openStdioChannel } from "./stdio-channel.js";

it("knows both ends of a line that is too long, however its parts arrive", async () => {
  const input = new PassThrough();
  const channel = openStdioChannel(input, new PassThrough());
  const line = Buffer.from(`{"id":7,"text":"${"x".repeat(11 * 1024 * 1024)}","method":"tools/call"}\n`);
  const cuts = [0, 1, 6, 9, 5_000_000, line.length - 12, line.length - 3, line.length];
  for (const [i, cut] of cuts.slice(1).entries()) input.write(line.subarray(cuts[i], cut));
  input.write('{"id":8}\n');
  const long = await channel.next();
  expect(long).toMatchObject({ kind: "oversized", start: expect.stringContaining('{"id":7,"text":"x') });
  expect(long).toMatchObject({ end: expect.stringMatching(/x","method":"tools\/call"\}$/) });
  expect(await channel.next()).toEqual({ kind: "text", text: '{"id":8}' });
  channel.close();
});
