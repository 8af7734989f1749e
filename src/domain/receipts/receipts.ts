import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import { countEach } from "../../base/text/count-each.js";
import { stopWords, tokensOf } from "../../base/text/tokens.js";
import type { Files } from "../../engine/files.js";
import { type Receipt, receiptDays, receiptLine } from "./receipt.js";

/** The log of context that hooks injected. */
export type Receipts = ReturnType<typeof createReceipts>;

export function createReceipts({ files, home }: { files: Files; home: Home }) {
  const readDay = async (name: string): Promise<Receipt[]> =>
    ((await files.read(join(home.receipts, name))) ?? "").split("\n").toReversed().flatMap(parseReceipt);

  return {
    /** Injected context, newest first; only that of `session` unless it is empty. */
    async list({ session, limit }: { session: string; limit: number }): Promise<Receipt[]> {
      const receipts: Receipt[] = [];
      for (const name of (await files.list(home.receipts)).toReversed()) {
        const day = await readDay(name);
        const given = day.filter(({ result = "given" }) => result === "given");
        receipts.push(...given.filter((one) => session === "" || one.session === session));
        if (receipts.length >= limit) break;
      }
      return receipts.slice(0, limit);
    },

    /** Removes the entries of sessions, and from others every line that shares a word with a text; returns how many changed. */
    async remove({ sessions = [], texts = [] }: { sessions?: readonly string[]; texts?: readonly string[] }) {
      const words = new Set(texts.flatMap(wordsOf));
      const cleanLine = (line: string): string[] => {
        const [receipt] = parseReceipt(line);
        // A line that a crash cut off still has its words.
        if (receipt === undefined) return line === "" || withoutWords(line, words) !== "" ? [line] : [];
        if (sessions.includes(receipt.session)) return [];
        const text = withoutWords(receipt.text, words);
        return [text === receipt.text ? line : receiptLine({ ...receipt, text }).trimEnd()];
      };
      let changed = 0;
      for (const name of await files.list(home.receipts)) {
        const path = join(home.receipts, name);
        const lines = ((await files.read(path)) ?? "").split("\n");
        const cleaned = lines.map(cleanLine);
        const count = cleaned.filter(([line], i) => line !== lines[i]).length;
        changed += count;
        if (count > 0) await files.write(path, cleaned.flat().join("\n"));
      }
      return changed;
    },

    /** Counts by agent, within the retention. */
    async tally() {
      const receipts = (await Promise.all((await files.list(home.receipts)).map(readDay))).flat();
      const agents = new Set(receipts.map(({ agent }) => agent));
      return [...agents].toSorted().map((agent) => tallyOf(agent, receipts));
    },
  };
}

/** Injected context shortens and joins texts, so a line that shares a word with one may quote it. */
export const wordsOf = (text: string): string[] =>
  tokensOf(text.toLowerCase()).filter((token) => token.length > 2 && !stopWords.has(token));

/** The end of the fence around injected context, and its first sentence, are the product's own; its start has a source. */
const frame = /^<\/throughline-context|^Reference data recalled by Throughline/;
const fenceStart = "<throughline-context";

/** Without the lines that have one of the words. */
export const withoutWords = (text: string, words: ReadonlySet<string>): string =>
  text
    .split("\n")
    .flatMap((line) => {
      if (frame.test(line) || !wordsOf(line).some((word) => words.has(word))) return [line];
      return line.startsWith(fenceStart) ? [`${fenceStart}>`] : [];
    })
    .join("\n");

/** How often the hooks of an agent injected context, had none, or did not answer in time; and why not. */
function tallyOf(agent: string, all: readonly Receipt[]) {
  const receipts = all.filter((one) => one.agent === agent);
  const results = countEach(receipts.map(({ result = "given" }) => result));
  const [given = 0, empty = 0, missed = 0] = [results.get("given"), results.get("empty"), results.get("missed")];
  const reasons = receipts.flatMap(({ result, reason = "unknown" }) => (result === "missed" ? [reason] : []));
  return { agent, given, empty, missed, reasons: Object.fromEntries(countEach(reasons)) };
}

/** `codex: 12 given, 3 empty, 1 missed (the machine was too busy: 1)`. */
export function describeTally({ agent, given, empty, missed, reasons }: ReturnType<typeof tallyOf>): string {
  const why = Object.entries(reasons).map(([reason, count]) => `${reason.replace(/\.$/, "")}: ${count}`);
  const misses = missed === 0 ? "0 missed" : `${missed} missed (${why.join(", ")})`;
  return `${agent}: ${given} given, ${empty} empty, ${misses} in the last ${receiptDays} days`;
}

const textFields = ["at", "agent", "session", "event", "folder", "text"] as const;

/** Skips a line that was cut off by a crash or that is no receipt. */
function parseReceipt(line: string): Receipt[] {
  const receipt = parseJson(line);
  if (!isObject(receipt) || typeof receipt.tokens !== "number") return [];
  return textFields.every((name) => typeof receipt[name] === "string") ? [receipt as unknown as Receipt] : [];
}
