import type { Log } from "../../src/base/log.js";
import type { Call } from "../../src/domain/call.js";
import { withReading } from "../../src/store/archive/exchange.js";
import type { LocatedStatement, StatementStore, StoredStatement } from "../../src/store/archive/statement-store.js";

/** A fact that an agent stated, in a session whose id orders it. */
export const stated = (text: string, sessionId: string, probability?: number): LocatedStatement => ({
  ...{ kind: "statement", about: "fact", text, by: "agent", dropped: [], files: [] },
  ...(probability === undefined ? {} : { probability }),
  ...{ sessionId, exchangeKey: "1", at: `2026-01-01T00:00:00.00${sessionId}Z` },
});

/** What is in the store, and what becomes of it. */
export function openStatements(statements: readonly LocatedStatement[]) {
  let stored: StoredStatement[] = statements.map((one) => ({
    ...one,
    holds: undefined,
    isCompared: false,
    isRead: !one.scores,
    label: one.text,
  }));
  const marked = new Set<string>();
  const change = (changes: readonly StoredStatement[], changed: (by: StoredStatement) => Partial<StoredStatement>) => {
    stored = stored.map((one) => {
      const by = changes.find(({ text }) => text === one.text);
      return by ? { ...one, ...changed(by) } : one;
    });
  };
  const project = { project: "shop", folder: "/shop" };
  const store: StatementStore = {
    due: async () => [project],
    unread: async () =>
      stored
        .filter(({ isRead }) => !isRead)
        .map(({ sessionId, exchangeKey, at, label, ...statement }, position) => ({
          ...{ sessionId, exchangeKey, at, label, position, ...project, statement },
        })),
    hasUnread: async () => stored.some(({ isRead }) => !isRead),
    setRead: async (_tenant, judged) => {
      stored = stored.map((one) => {
        const found = judged.find(({ unread }) => unread.label === one.label);
        if (found?.isNews) marked.delete(`${one.text} ${one.sessionId}`);
        return found ? { ...(withReading(one, found.judgment) as StoredStatement), isRead: true } : one;
      });
    },
    ofProject: async () => stored.filter(({ isCandidate }) => !isCandidate),
    holding: async () => [],
    outdated: async () => [],
    uncompared: async () => (stored.some(({ isCompared }) => !isCompared) ? project : undefined),
    setCompared: async (_tenant, _project, { compared, replaced }) => {
      change(compared, () => ({ isCompared: true }));
      for (const { old, by } of replaced) change([old], () => ({ replacedBy: by.sessionId }));
      return replaced;
    },
    settle: async (_tenant, _project, changes) => change(changes, ({ holds }) => ({ holds })),
    mark: async (_tenant, _project, { text, sessionId }) => {
      const key = `${text} ${sessionId}`;
      return !marked.has(key) && Boolean(marked.add(key));
    },
  };
  const [texts, superseded, logged] = [[] as string[], [] as string[], [] as string[]];
  const successors: (string | undefined)[] = [];
  const keeper = {
    record: async (_: Call, { text }: LocatedStatement) => void texts.push(text),
    supersede: async (_: Call, old: LocatedStatement, by: LocatedStatement | undefined) => {
      superseded.push(old.text);
      successors.push(by?.text);
    },
  };
  const log = { info: (event: string) => void logged.push(event) } as unknown as Log;
  const call = { tenant: "local", log, signal: new AbortController().signal } as unknown as Call;
  return { call, store, keeper, includeUnread: false, texts, superseded, successors, logged, settled: () => stored };
}
