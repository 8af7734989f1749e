import { relative, sep } from "node:path";
import { opening } from "../../../base/text/sentences.js";
import { transcriptFormats } from "../../../hosts/all-hosts.js";
import { nothing, type ReadPiece, sessionOf as sessionOfPath } from "../../../hosts/transcript-format.js";
import type { SessionEvent, SessionMetadata } from "../../../store/archive/session-event.js";
import type { Slice } from "../../../store/archive/slice-store.js";
import type { Transcript } from "../../../store/archive/transcript-store.js";
import type { IdentifiedProject } from "../../identity/project-registry.js";
import type { RedactionGateway } from "../../redaction/redaction-gateway.js";
import { describeExchange } from "../extract/describe-exchange.js";
import { buildExchanges, type ExchangeBuilderState, emptyBuilderState } from "./exchange-builder.js";

/** Understands a piece of a transcript: pure but for the question which project a folder belongs to. */
export async function sliceTranscript(
  transcript: Transcript,
  piece: ReadPiece,
  { identify, redaction }: { identify(folder: string): Promise<IdentifiedProject>; redaction: RedactionGateway },
): Promise<Slice> {
  const format = transcriptFormats[transcript.agent];
  const isFirst = piece.isNew || transcript.state === "";
  const state: ExchangeBuilderState = isFirst ? emptyBuilderState() : JSON.parse(transcript.state);
  const fold = buildExchanges(state);
  const cleanFacts = factsCleaner(redaction);
  const events: SessionEvent[] = [];
  for (const { value, position } of piece.lines) {
    const read = format?.read(value, position) ?? nothing;
    if (read.facts) fold.learn(cleanFacts(read.facts));
    for (const event of read.events) {
      const storedEvent = fold.take(withoutSecrets(event, redaction));
      if (storedEvent) events.push(storedEvent);
    }
  }
  const sessionId = state.facts.sessionId || (format ? sessionOfPath(format, transcript.path) : "");
  // The transcript knows better than the hook, which may run after the agent went elsewhere.
  if (!state.facts.folder && transcript.folder) fold.learn(cleanFacts({ folder: transcript.folder }));
  const folder = state.facts.folder ?? "";
  const { id: project, root } = await identify(folder);
  const shorten = shortenerFor([root, folder]);
  const isWorthKeeping = events.length > 0 || transcript.sessionId !== "";
  const { path, seenAt } = transcript;
  const { readBytes, fingerprint } = piece;
  return {
    path,
    before: { readBytes: transcript.readBytes, fingerprint: transcript.fingerprint },
    after: { readBytes, fingerprint, state: JSON.stringify(state), isRead: !piece.more, seenAt },
    session: isWorthKeeping ? sessionOf(transcript, state, sessionId, project) : undefined,
    events,
    records: fold.changed().map((draft) => describeExchange(draft, { sessionId, project, shorten })),
  };
}

/** Here and nowhere later: what is derived from an event, and what is compressed, is clean because the event is. */
function withoutSecrets(original: SessionEvent, redaction: RedactionGateway): SessionEvent {
  const event = withCleanNames(original, redaction);
  if (event.kind === "call") {
    const input = redaction.content(event.input);
    return input === event.input ? event : { ...event, input };
  }
  const text = redaction.text(event.text);
  return text === event.text ? event : { ...event, text };
}

/** Ids and names of tools, in one scan, because next to none has a secret. */
function withCleanNames(event: SessionEvent, { text }: RedactionGateway): SessionEvent {
  const call = "call" in event ? event.call : "";
  const tool = event.kind === "call" ? event.tool : "";
  const names = `${event.key}\n${call}\n${tool}`;
  if (text(names) === names) return event;
  return {
    ...event,
    key: text(event.key),
    ...("call" in event ? { call: text(event.call) } : {}),
    ...(event.kind === "call" ? { tool: text(event.tool) } : {}),
  };
}

/** Session id, folder, branch, title and model without secrets. Most lines of a transcript repeat them. */
function factsCleaner(redaction: RedactionGateway): (facts: SessionMetadata) => SessionMetadata {
  const clean = new Set<string>();
  return (facts) => {
    const texts = Object.values(facts)
      .filter((value) => typeof value === "string")
      .join("\n");
    if (clean.has(texts)) return facts;
    const cleaned = redaction.value(facts);
    if (cleaned === facts) clean.add(texts);
    return cleaned;
  };
}

function sessionOf({ agent }: Transcript, state: ExchangeBuilderState, id: string, project: string): Slice["session"] {
  const { facts, startedAt, endedAt } = state;
  const { folder = "", branch = "", model = "", parent = "", tokensIn = 0, tokensOut = 0 } = facts;
  const title = facts.title || state.subject || opening(state.draft?.question ?? "", 80);
  return { id, agent, project, startedAt, endedAt, folder, branch, model, title, parent, tokensIn, tokensOut };
}

/** Paths inside the project relative to it, so that worktrees of one repository agree on them. */
export function shortenerFor(roots: readonly string[]): (path: string) => string {
  return (path) => {
    for (const root of roots) {
      if (root === "" || !path.startsWith(root)) continue;
      const inside = relative(root, path);
      if (inside !== "" && !inside.startsWith("..")) return inside.split(sep).join("/");
    }
    return path;
  };
}
