import { expect, it } from "vitest";
import { inEmbeddingOrder } from "./embedding-order.js";
import type { WalkedFile } from "./walk-repository.js";

const texts: Readonly<Record<string, string>> = {
  "src/a.ts": 'import { open } from "./pool.js";',
  "src/b.ts": 'import { open } from "./pool.js";\nimport { total } from "./cart/index.js";',
  "src/pool.ts": "",
  "src/cart/index.ts": "",
  "src/changed.ts": "",
  "src/pool.test.ts": 'import "./changed.js";',
};
const fillers = Array.from({ length: 200 }, (_, i) => `src/filler${i}.ts`);

const order = async (paths: readonly string[]) => {
  const tree = { read: async (path: string) => Buffer.from(texts[path.slice("/r/".length)] ?? "") };
  const commit = { subject: "fix", files: ["src/changed.ts"] };
  const gitLocator = { commits: async () => ({ head: "1", commits: [commit, commit, commit] }) };
  const files = paths.map((path): WalkedFile => ({ path, stamp: "1", bytes: 1 }));
  return (await inEmbeddingOrder({ tree, gitLocator }, "/r", files)).map(({ path }) => path);
};

it("puts sources first, of many those that are imported and changed most", async () => {
  const paths = await order([...fillers, ...Object.keys(texts)]);
  expect(paths.slice(0, 3)).toEqual(["src/changed.ts", "src/pool.ts", "src/cart/index.ts"]);
  expect(paths.at(-1)).toBe("src/pool.test.ts");
});

it("keeps the order of a few sources", async () => {
  expect(await order(["src/z.test.ts", "src/b.ts", "src/a.ts"])).toEqual(["src/b.ts", "src/a.ts", "src/z.test.ts"]);
});
