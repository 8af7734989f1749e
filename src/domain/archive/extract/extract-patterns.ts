import { errorFingerprint } from "../../../base/text/error-fingerprint.js";
import { errorLine } from "../../../base/text/error-line.js";
import type { Decision, PatternKind, PatternUse } from "../../../store/archive/exchange.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { normalizeCommand } from "./normalize-command.js";

/** Designs that decisions speak of, by the name under which they are counted. */
const designs: Readonly<Record<string, RegExp>> = {
  "Use the repository pattern": /\brepository pattern\b/i,
  "Use the singleton pattern": /\bsingletons?\b/i,
  "Use dependency injection": /\bdependency injection\b|\binject(?:ed|ing)? (?:the )?dependenc/i,
  "Use the factory pattern": /\bfactor(?:y|ies)\b/i,
  "Use the adapter pattern": /\badapters?\b/i,
  "Use an observer or events": /\bobserver pattern\b|\bevent[- ]driven\b|\bevent bus\b|\bpub\/?sub\b/i,
  "Use a message queue": /\b(?:message|job|task|work) queues?\b|\bkafka\b|\brabbitmq\b/i,
  "Use middleware": /\bmiddlewares?\b/i,
  "Use a cache": /\bcach(?:e|es|ing)\b/i,
  "Use retries with timeouts": /\bretr(?:y|ies)\b|\btimeouts?\b|\bback-?off\b/i,
  "Use a circuit breaker": /\bcircuit breakers?\b/i,
  "Use rate limiting": /\brate[- ]limit\w*\b|\btoken bucket\b|\bthrottl\w+\b/i,
  "Use connection pooling": /\bconnection pool\w*\b/i,
  "Use pagination": /\bpaginat\w+\b|\bcursor-based\b/i,
  "Use feature flags": /\bfeature flags?\b/i,
  "Use a state machine": /\bstate machines?\b/i,
  "Use GraphQL": /\bgraphql\b/i,
  "Use microservices": /\bmicro-?services?\b/i,
  "Use a monolith": /\bmonolith\w*\b/i,
  "Use layers": /\blayer(?:s|ed)\b|\bhexagonal\b|\bports and adapters\b/i,
  "Use plugins": /\bplug-?ins?\b/i,
  "Use web sockets": /\bweb ?sockets?\b/i,
  "Use database migrations": /\bmigrations?\b/i,
  "Use SQLite": /\bsqlite\b/i,
  "Use PostgreSQL": /\bpostgres(?:ql)?\b/i,
  "Use Redis": /\bredis\b/i,
  "Use cookies for tokens": /\bhttp-?only cookies?\b/i,
};

/** What was done in an exchange, counted: commands, kinds of edits, designs, tools, errors. */
export function extractPatterns(calls: readonly DraftCall[], decisions: readonly Decision[]): PatternUse[] {
  const uses = new Map<string, PatternUse>();
  const count = (kind: PatternKind, pattern: string, ok: boolean | undefined) => {
    if (pattern === "") return;
    const previous = uses.get(`${kind}\0${pattern}`) ?? { kind, pattern, uses: 0, successes: 0, failures: 0 };
    uses.set(`${kind}\0${pattern}`, {
      ...previous,
      uses: previous.uses + 1,
      successes: previous.successes + (ok === true ? 1 : 0),
      failures: previous.failures + (ok === false ? 1 : 0),
    });
  };
  for (const call of calls) {
    if (call.own) continue;
    count("tool", call.tool, call.ok);
    if (call.command !== undefined) count("command", normalizeCommand(call.command), call.ok);
    if (call.ok === false) count("error", errorFingerprint(errorLine(call.output ?? "") ?? ""), undefined);
    if (call.changes) for (const label of call.edits) count("code", label, call.ok);
  }
  const chosen = decisions.map(({ decision }) => decision).join("\n");
  for (const [name, words] of Object.entries(designs)) if (words.test(chosen)) count("architecture", name, undefined);
  return [...uses.values()];
}
