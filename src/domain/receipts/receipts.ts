import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { Receipt } from "./receipt.js";

/** The log of injected context. */
export interface Receipts {
  /** Newest first; an empty session means all sessions. */
  list(query: { session: string; limit: number }): Promise<Receipt[]>;
  /** Removes the entries of sessions, and those that quote a text; returns how many. */
  remove(what: { sessions?: readonly string[]; texts?: readonly string[] }): Promise<number>;
}

export function createReceipts({ files, home }: { files: Files; home: Home }): Receipts {
  return {
    async list({ session, limit }) {
      const receipts: Receipt[] = [];
      for (const name of (await files.list(home.receipts)).toReversed()) {
        const lines = ((await files.read(join(home.receipts, name))) ?? "").split("\n").toReversed();
        receipts.push(...lines.flatMap(parse).filter((one) => session === "" || one.session === session));
        if (receipts.length >= limit) break;
      }
      return receipts.slice(0, limit);
    },

    async remove({ sessions = [], texts = [] }) {
      const quotes = texts.flatMap(quotesOf);
      let removed = 0;
      for (const name of await files.list(home.receipts)) {
        const path = join(home.receipts, name);
        const lines = ((await files.read(path)) ?? "").split("\n");
        const rest = lines.filter((line) =>
          parse(line).every(
            ({ session, text }) => !sessions.includes(session) && !quotes.some((quote) => text.includes(quote)),
          ),
        );
        if (rest.length === lines.length) continue;
        removed += lines.length - rest.length;
        await files.write(path, rest.join("\n"));
      }
      return removed;
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

/** Skips a line that a crash cut off. */
function parse(line: string): Receipt[] {
  const receipt = parseJson(line);
  return isObject(receipt) ? [receipt as unknown as Receipt] : [];
}
