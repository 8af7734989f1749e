import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { type Receipt, receiptDays, receiptLine } from "./receipt.js";

/** How often the hooks of one agent gave something, had nothing to give, or did not answer in time. */
export interface HookTally {
  readonly agent: string;
  readonly given: number;
  readonly empty: number;
  readonly missed: number;
  /** How often each reason made it miss. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** The record of what hooks gave to agents. */
export interface Receipts {
  /** What was given, the newest first; that of one session where one is named. */
  list(query: { session: string; limit: number }): Promise<Receipt[]>;
  /** Removes the entries of sessions, and from other entries the lines that quote a text; returns how many changed. */
  remove(what: { sessions?: readonly string[]; texts?: readonly string[] }): Promise<number>;
  /** Given, empty and missed by agent, in the days that are kept. */
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
        receipts.push(...day.filter((one) => isGiven(one) && (session === "" || one.session === session)));
        if (receipts.length >= limit) break;
      }
      return receipts.slice(0, limit);
    },

    async remove({ sessions = [], texts = [] }) {
      const quotes = texts.flatMap(quotesOf);
      const clean = (line: string): string[] => {
        const [receipt] = parseReceipt(line);
        if (receipt === undefined) return [line];
        if (sessions.includes(receipt.session)) return [];
        const text = withoutQuotes(receipt.text, quotes);
        return [text === receipt.text ? line : receiptLine({ ...receipt, text }).trimEnd()];
      };
      let changed = 0;
      for (const name of await files.list(home.receipts)) {
        const path = join(home.receipts, name);
        const lines = ((await files.read(path)) ?? "").split("\n");
        const cleaned = lines.map(clean);
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

const minQuote = 12;

/** Injected context shortens texts, so the beginnings of their lines are looked for. */
const quotesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().slice(0, 60))
    .filter((line) => line.length >= minQuote);

const withoutQuotes = (text: string, quotes: readonly string[]): string =>
  text
    .split("\n")
    .filter((line) => !quotes.some((quote) => line.includes(quote)))
    .join("\n");

export function tallyReceipts(receipts: readonly Receipt[]): HookTally[] {
  const agents = [...new Set(receipts.map(({ agent }) => agent))].toSorted();
  return agents.map((agent) => {
    const own = receipts.filter((one) => one.agent === agent);
    const count = (result: string) => own.filter((one) => (one.result ?? "given") === result).length;
    const reasons: Record<string, number> = {};
    for (const { result, reason = "unknown" } of own) {
      if (result === "missed") reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    return { agent, given: count("given"), empty: count("empty"), missed: count("missed"), reasons };
  });
}

/** `codex: 12 given, 3 empty, 1 missed (the machine was too busy: 1)`. */
export function describeTally({ agent, given, empty, missed, reasons }: HookTally): string {
  const why = Object.entries(reasons).map(([reason, count]) => `${reason}: ${count}`);
  const misses = missed === 0 ? "0 missed" : `${missed} missed (${why.join(", ")})`;
  return `${agent}: ${given} given, ${empty} empty, ${misses} in the last ${receiptDays} days`;
}

const isGiven = ({ result = "given" }: Receipt): boolean => result === "given";

/** Skips a line that was cut off by a crash. */
function parseReceipt(line: string): Receipt[] {
  const receipt = parseJson(line);
  return isObject(receipt) ? [receipt as unknown as Receipt] : [];
}
