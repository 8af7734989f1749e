import { isReceived, receiptsOf, usesOf } from "../../../domain/receipts/match-receipts.js";
import type { Receipt } from "../../../domain/receipts/receipt.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { Memory } from "../../../store/memory/memory.js";
import { pick } from "../../pick.js";
import { route } from "./define-route.js";

const maxReceipts = 5000;
const maxMemories = 500;
const topMemories = 5;
const maxReceptions = 50;

export const recallRoutes = {
  /** How much was recalled, how often it helped, and what it cost. */
  "GET /api/recall": route("owner", async (_, app) => {
    const [receipts, memories] = await Promise.all([
      app.receipts.list({ session: "", limit: maxReceipts }),
      app.memories.newest(app.call, maxMemories),
    ]);
    // Receipts are stored for two weeks; older votes are about older ones.
    const since = receipts.at(-1)?.at ?? "";
    const votes = memories.flatMap(({ votes: { cast = [] } }) => cast).filter(({ at }) => at >= since);
    const helped = votes.filter(({ signal }) => signal === "helpful" || signal === "succeeded").length;
    return {
      sessions: new Set(receipts.map(({ session }) => session)).size,
      injections: receipts.length,
      characters: receipts.reduce((sum, { text }) => sum + text.length, 0),
      tokens: tokensOf(receipts),
      helped,
      didNotHelp: votes.length - helped,
      memories: usesOf(receipts, memories)
        .filter(({ given }) => given > 0)
        .slice(0, topMemories)
        .map(({ given: sessions, ...use }) => ({ ...use, sessions })),
    };
  }),

  "GET /api/receipts": route("owner", async (request, app) => {
    const limit = request.number("limit", { min: 1, max: 5000, fallback: 500 });
    const receipts = await app.receipts.list({ session: request.query("session") ?? "", limit });
    return { receipts, tokens: tokensOf(receipts) };
  }),
};

const tokensOf = (receipts: readonly Receipt[]): number => receipts.reduce((sum, { tokens }) => sum + tokens, 0);

/** What hooks injected into a session, oldest first, with the memories in it, and what was learned from the session. */
export async function readLoop(app: SurfaceCall, session: string) {
  const [receipts, memories, { remediations }] = await Promise.all([
    app.receipts.list({ session, limit: maxReceipts }),
    app.memories.newest(app.call, maxMemories),
    app.remediations.list(app.call, {}, { limit: maxMemories, offset: 0 }),
  ]);
  const toLink = ({ id, title }: Memory) => ({ kind: "memory" as const, id, title });
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

/** The sessions that received a memory in the last two weeks, newest first. */
export async function receptionsOf(app: SurfaceCall, memory: Pick<Memory, "id" | "title" | "content">) {
  // Receipts are files of this machine.
  if (app.call.access) return [];
  const receipts = receiptsOf(await app.receipts.list({ session: "", limit: maxReceipts }), memory);
  const latest = receipts.filter(({ session }, i) => receipts.findIndex((one) => one.session === session) === i);
  return Promise.all(
    latest.slice(0, maxReceptions).map(async (receipt) => {
      const row = await app.sessions.find(app.call, receipt.session).catch(() => undefined);
      return { ...pick(receipt, "session", "agent", "at", "event"), title: row?.title ?? "" };
    }),
  );
}
