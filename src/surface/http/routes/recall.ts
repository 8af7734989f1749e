import { isReceived, receiptsOf, usesOf } from "../../../domain/receipts/match-receipts.js";
import type { Receipt } from "../../../domain/receipts/receipt.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { RecallSummary, ReceiptList, Reception, Replay } from "../api-types.js";
import { get } from "./define-route.js";

const maxReceipts = 5000;
const maxMemories = 500;
const topMemories = 5;

export const recallRoutes = [
  /** How much was recalled, how often it helped, and what it cost. */
  get<RecallSummary>("/api/recall", "owner", async (_, app) => {
    const [receipts, memories] = await Promise.all([
      app.receipts.list({ session: "", limit: maxReceipts }),
      app.memories.newest(app.call, maxMemories),
    ]);
    // Receipts are stored for two weeks; older votes are about older ones.
    const since = receipts.at(-1)?.at ?? "";
    const votes = memories.flatMap(({ votes: { cast = [] } }) => cast).filter(({ at }) => at >= since);
    const helped = votes.filter(({ signal }) => signal === "helpful" || signal === "succeeded").length;
    return {
      sessions: sessionsOf(receipts).length,
      injections: receipts.length,
      characters: receipts.reduce((sum, { text }) => sum + text.length, 0),
      tokens: receipts.reduce((sum, { tokens }) => sum + tokens, 0),
      helped,
      didNotHelp: votes.length - helped,
      memories: usesOf(receipts, memories)
        .filter(({ given }) => given > 0)
        .slice(0, topMemories)
        .map(({ given: sessions, ...use }) => ({ ...use, sessions })),
    };
  }),

  get<ReceiptList>("/api/receipts", "owner", async (request, app) => {
    const limit = request.number("limit", { min: 1, max: 5000, fallback: 500 });
    const receipts = await app.receipts.list({ session: request.query("session") ?? "", limit });
    return { receipts, tokens: receipts.reduce((sum, { tokens }) => sum + tokens, 0) };
  }),
];

/** What a session received, and what was learned from it. */
export async function readLoop(app: SurfaceCall, session: string): Promise<Pick<Replay, "received" | "learned">> {
  const [receipts, memories, { remediations }] = await Promise.all([
    app.receipts.list({ session, limit: maxReceipts }),
    app.memories.newest(app.call, maxMemories),
    app.remediations.list(app.call, {}, { limit: maxMemories, offset: 0 }),
  ]);
  const toLink = ({ id, title }: { id: string; title: string }) => ({ kind: "memory" as const, id, title });
  return {
    received: receipts
      .toReversed()
      .map((receipt) => ({
        ...receipt,
        memories: memories.filter((memory) => isReceived(receipt, memory)).map(toLink),
      })),
    learned: [
      ...memories.filter(({ evidence }) => evidence.some(({ from }) => from?.includes(session))).map(toLink),
      ...remediations
        .filter((fix) => fix.sessionId === session)
        .map(({ id, title }) => ({ kind: "fix" as const, id, title })),
    ],
  };
}

const sessionsOf = (receipts: readonly Receipt[]): string[] => [...new Set(receipts.map(({ session }) => session))];

/** The sessions that received a memory, newest first. */
export async function receptionsOf(
  app: SurfaceCall,
  memory: { readonly id: string; readonly title: string; readonly content: string },
): Promise<Reception[]> {
  // Receipts are files of this machine.
  if (app.call.access) return [];
  const receipts = receiptsOf(await app.receipts.list({ session: "", limit: maxReceipts }), memory);
  const newest = sessionsOf(receipts).slice(0, 50);
  return Promise.all(
    newest.map(async (session) => {
      const receipt = receipts.find((one) => one.session === session);
      const row = await app.sessions.find(app.call, session).catch(() => undefined);
      const { agent = "", at = "", event = "" } = receipt ?? {};
      return { session, title: row?.title ?? "", agent, at, event };
    }),
  );
}
