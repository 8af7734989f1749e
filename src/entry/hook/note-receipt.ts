import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { estimateTokens } from "../../base/text/estimate-tokens.js";
import { outdatedReceipts, receiptFile, receiptLine } from "../../domain/receipts/receipt.js";
import type { HostEvent } from "../../surface/hooks/host-event.js";

/** Notes what a hook gave to an agent; with the first note of a day, old ones go. */
export function noteReceipt({ receipts }: Home, event: HostEvent, text: string): void {
  const at = new Date().toISOString();
  const { agent, session, name, folder } = event;
  const file = join(receipts, receiptFile(at));
  if (!existsSync(file)) {
    mkdirSync(receipts, { recursive: true, mode: 0o700 });
    for (const old of outdatedReceipts(readdirSync(receipts), at)) rmSync(join(receipts, old), { force: true });
  }
  const receipt = { at, agent, session, event: name, folder, tokens: estimateTokens(text), text };
  appendFileSync(file, receiptLine(receipt), { mode: 0o600 });
}
