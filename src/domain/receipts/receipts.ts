import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { Receipt } from "./receipt.js";

/** The log of injected context. */
export interface Receipts {
  /** Newest first; an empty session means all sessions. */
  list(query: { session: string; limit: number }): Promise<Receipt[]>;
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
  };
}

/** Skips a line that a crash cut off. */
function parse(line: string): Receipt[] {
  const receipt = parseJson(line);
  return isObject(receipt) ? [receipt as unknown as Receipt] : [];
}
