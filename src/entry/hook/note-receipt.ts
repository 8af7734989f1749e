import { appendFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { estimateTokens } from "../../base/text/estimate-tokens.js";
import {
  outdatedReceipts,
  type Receipt,
  receiptFile,
  receiptLine,
  smokeTestSession,
} from "../../domain/receipts/receipt.js";
import { makeFolder } from "../../engine/make-folder.js";
import type { HostEvent } from "../../hosts/payload.js";

interface HookOutcome extends Partial<Pick<Receipt, "text" | "reason">> {
  readonly result: NonNullable<Receipt["result"]>;
  readonly records?: readonly string[] | undefined;
}

/** Records the result of an event; the first receipt of a day deletes outdated ones. */
export function noteReceipt(
  { receipts }: Pick<Home, "receipts">,
  { agent, session, name, folder }: HostEvent,
  { result, text = "", reason, records = [] }: HookOutcome,
): void {
  if (session === smokeTestSession) return;
  const at = new Date().toISOString();
  const file = join(receipts, receiptFile(at));
  if (!existsSync(file)) {
    makeFolder(receipts, 0o700);
    for (const old of outdatedReceipts(readdirSync(receipts), at)) rmSync(join(receipts, old), { force: true });
  }
  const receipt = { at, agent, session, event: name, folder, tokens: text === "" ? 0 : estimateTokens(text), text };
  const more = { ...(reason === undefined ? {} : { reason }), records };
  appendFileSync(file, receiptLine({ ...receipt, result, ...more }), { mode: 0o600 });
}
