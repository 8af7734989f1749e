import { join } from "node:path";
import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
import { locateStore } from "./locate-store.js";

/** Never shared: the state of this machine. */
const sharedRules = [inStore.state, inStore.userPreferences, inStore.pending, ".scope.json", inStore.lock];

/**
 * Adds the rules a store needs to its `.gitignore`. Lines that people added stay; those about `dropped` paths go, because
 * this file is tracked and must not name a private entry.
 */
export async function writeSharedRules(files: Files, root: string, dropped: readonly string[] = []): Promise<void> {
  const path = storePath(root, inStore.ignore);
  const text = (await files.readPlain(path)) ?? "";
  const lines = text.split("\n").filter((line) => line !== "" && !dropped.includes(line.replace(/\\(.)/g, "$1")));
  const missing = sharedRules.filter((rule) => !lines.includes(rule));
  const next = [...lines, ...missing].map((line) => `${line}\n`).join("");
  if (next !== text) await files.write(path, next);
}

/**
 * Names the local files of a store in `.git/info/exclude`, which belongs to all branches: one older than the store has
 * no `.gitignore` for them.
 */
export async function writeExcludes(files: Files, root: string): Promise<void> {
  const location = await locateStore(files, root);
  if (!location) return;
  const path = join(location.commonDir, "info", "exclude");
  const text = (await files.readPlain(path)) ?? "";
  const [begin, end] = [`# throughline: ${location.folder}`, `# throughline end: ${location.folder}`];
  const folder = location.folder.replace(/[\\*?[\]!#]/g, "\\$&");
  const patterns = sharedRules.map((rule) => `/${folder}/${rule.startsWith(".scope") ? `**/${rule}` : rule}`);
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const [from, to] = [lines.indexOf(begin), lines.indexOf(end)];
  const others = from < 0 || to < from ? lines : [...lines.slice(0, from), ...lines.slice(to + 1)];
  const next = [...others, begin, ...patterns, end].map((line) => `${line}\n`).join("");
  if (next !== text) await files.write(path, Buffer.from(next));
}
