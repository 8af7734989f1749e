import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Random } from "./random.js";

const prose = new Set([".md", ".mdx", ".rst", ".txt", ".pod"]);
const code = new Set(".ts .mts .cts .tsx .js .mjs .cjs .py .pm .pl .go .rs .java".split(" "));
/** Folders that are not read; benchmark data and tests are never used for training. */
const skippedFolders = new Set(".git dist retrieval code-questions extraction test tests locale licenses".split(" "));
const maxBytes = 400_000;
const maxPerFile = 40;

/** Gathers sentences, titles, comments and messages of the files in some folders, each once. */
export function gatherSentences(folders: readonly string[], random: Random): string[] {
  const sentences = new Map<string, string>();
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      const all = sentencesOf(readFileSync(file, "utf8"), prose.has(extname(file)));
      for (const one of random.sample(all, maxPerFile)) {
        const name = one.toLowerCase();
        if (!sentences.has(name)) sentences.set(name, one);
      }
    }
  }
  return random.shuffle([...sentences.values()]);
}

function* filesIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) yield* filesIn(path);
    const ending = extname(entry.name).toLowerCase();
    if (entry.isFile() && (prose.has(ending) || code.has(ending)) && statSync(path).size < maxBytes) yield path;
  }
}

function sentencesOf(text: string, isProse: boolean): string[] {
  const passages = isProse ? paragraphsOf(text) : [...commentsOf(text), ...messagesOf(text)];
  return passages
    .flatMap((stretch) => stretch.split(/(?<=[.!?:;])\s+(?=[A-Z"'`(])/))
    .map(clean)
    .filter(isReadable);
}

const paragraphsOf = (text: string): string[] =>
  text
    .replace(/^```[\s\S]*?^```/gm, "\n\n")
    .replace(/^(?: {4}|\t).*$/gm, "")
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#|=head|=item)\s)/);

function commentsOf(text: string): string[] {
  const blocks =
    text.match(/\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|'''[\s\S]*?'''|(?:^[ \t]*(?:\/\/|#).*\n)+|^=head[\s\S]*?^=cut/gm) ?? [];
  return blocks.flatMap((block) =>
    block.replace(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/+|#+!?)/gm, "").split(/\n\s*\n|\n\s*(?=[@:>])/),
  );
}

const messagesOf = (text: string): string[] =>
  [...text.matchAll(/(["'`])((?:(?!\1)[^\\\n]){20,160})\1/g)]
    .map(([, , message = ""]) => message)
    .filter((one) => / .* .* /.test(one));

const clean = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[A-Z]<([^<>]*)>/g, "$1")
    .replace(/<[^>]*>|[`*_|]{1,}(?=\s|$)|(?<=^|\s)[`*_|#=>]+/g, " ")
    .replace(/https?:\S+|"""|'''|^head\d |^item | \/$/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function isReadable(text: string): boolean {
  const words = text.split(" ");
  const letters = text.match(/[a-zA-Z ]/g)?.length ?? 0;
  return words.length >= 2 && words.length <= 60 && text.length <= 400 && letters / text.length > 0.8;
}
