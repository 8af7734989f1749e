import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import { stopWords, tokensOf } from "../../base/text/tokens.js";
import type { Files } from "../../engine/files.js";
import { type Receipt, receiptDays, receiptLine } from "./receipt.js";

/** How often the hooks of one agent injected context, had none, or did not answer in time. */
export interface HookTally {
  readonly agent: string;
  readonly given: number;
  readonly empty: number;
  readonly missed: number;
  /** How often each reason made it miss. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** The log of context that hooks injected. */
export interface Receipts {
  /** Injected context, newest first; only that of `session` unless it is empty. */
  list(query: { session: string; limit: number }): Promise<Receipt[]>;
  /** Removes the entries of sessions, and from others every line that shares a word with a text; returns how many changed. */
  remove(selection: { sessions?: readonly string[]; texts?: readonly string[] }): Promise<number>;
  /** Counts by agent, within the retention. */
  tally(): Promise<HookTally[]>;
}

export function createReceipts({ files, home }: { files: Files; home: Home }): Receipts {
  const readDay = async (name: string): Promise<Receipt[]> =>
    ((await files.read(join(home.receipts, name))) ?? "").split("\n").toReversed().flatMap(parseReceipt);

  return {
    async list({ session, limit }) {
      const receipts: Receipt[] = [];
      for (const name of (await files.list(home.receipts)).toReversed()) {
        const day = await readDay(name);
        receipts.push(...day.filter((one) => wasInjected(one) && (session === "" || one.session === session)));
        if (receipts.length >= limit) break;
      }
      return receipts.slice(0, limit);
    },

    async remove({ sessions = [], texts = [] }) {
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
        if (count === 0) continue;
        changed += count;
        await files.write(path, cleaned.flat().join("\n"));
      }
      return changed;
    },

    async tally() {
      const days = await Promise.all((await files.list(home.receipts)).map(readDay));
      return tallyReceipts(days.flat());
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

export function tallyReceipts(receipts: readonly Receipt[]): HookTally[] {
  const agents = [...new Set(receipts.map(({ agent }) => agent))].toSorted();
  return agents.map((agent) => {
    const ofAgent = receipts.filter((one) => one.agent === agent);
    const count = (result: string) => ofAgent.filter((one) => (one.result ?? "given") === result).length;
    const reasons: Record<string, number> = {};
    for (const { result, reason = "unknown" } of ofAgent) {
      if (result === "missed") reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    return { agent, given: count("given"), empty: count("empty"), missed: count("missed"), reasons };
  });
}

/** `codex: 12 given, 3 empty, 1 missed (the machine was too busy: 1)`. */
export function describeTally({ agent, given, empty, missed, reasons }: HookTally): string {
  const why = Object.entries(reasons).map(([reason, count]) => `${reason.replace(/\.$/, "")}: ${count}`);
  const misses = missed === 0 ? "0 missed" : `${missed} missed (${why.join(", ")})`;
  return `${agent}: ${given} given, ${empty} empty, ${misses} in the last ${receiptDays} days`;
}

const wasInjected = ({ result = "given" }: Receipt): boolean => result === "given";

const textFields = ["at", "agent", "session", "event", "folder", "text"] as const;

/** Skips a line that was cut off by a crash or that is no receipt. */
function parseReceipt(line: string): Receipt[] {
  const receipt = parseJson(line);
  if (!isObject(receipt) || typeof receipt.tokens !== "number") return [];
  return textFields.every((name) => typeof receipt[name] === "string") ? [receipt as unknown as Receipt] : [];
}
