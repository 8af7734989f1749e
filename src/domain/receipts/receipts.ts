import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { Receipt } from "./receipt.js";

/** The record of what hooks gave to agents. */
export interface Receipts {
  /** The newest first; those of one session where one is named. */
  list(query: { session: string; limit: number }): Promise<Receipt[]>;
}

export function createReceipts({ files, home }: { files: Files; home: Home }): Receipts {
  return {
    async list({ session, limit }) {
      const found: Receipt[] = [];
      for (const name of (await files.list(home.receipts)).toReversed()) {
        const lines = ((await files.read(join(home.receipts, name))) ?? "").split("\n").toReversed();
        found.push(...lines.flatMap(parse).filter((one) => session === "" || one.session === session));
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
  };
}

/** A line that was cut off by a crash is passed over. */
function parse(line: string): Receipt[] {
  const receipt = parseJson(line);
  return isObject(receipt) ? [receipt as unknown as Receipt] : [];
}
