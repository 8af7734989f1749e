import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { splitMessage } from "../../src/domain/archive/extract/statements/split-sentences.js";
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import type { LabeledSentence } from "./sentences.js";

/** A session that a public repository contains, with the sentences of it that are worth keeping. Its text is not here. */
interface PublicSession {
  readonly repository: string;
  readonly blob: string;
  readonly format: "claude-code" | "specstory";
  /** By the beginning of a hash of speaker and sentence. `maybe` may be learned or left. */
  readonly kept: Readonly<Record<string, string>>;
}

interface Message {
  readonly by: LabeledSentence["by"];
  readonly text: string;
}

/** Sentences of real sessions: `folder` holds clones of the repositories, as `owner+name` or `owner+name/repo`. */
export function readPublicSessions(folder: string): LabeledSentence[] {
  const sessions: PublicSession[] = JSON.parse(readFileSync(join(import.meta.dirname, "public-labels.json"), "utf8"));
  return sessions.flatMap((session) => {
    const repository = join(folder, session.repository.replace("/", "+"));
    const text = readBlob(repository, session.blob);
    const messages = session.format === "claude-code" ? readClaudeCode(text) : readSpecStory(text);
    return messages.flatMap((message, at) => sentencesOf(session, message, messages[at + 1]));
  });
}

function readBlob(repository: string, blob: string): string {
  const read = (folder: string) =>
    execFileSync("git", ["-C", folder, "cat-file", "blob", blob], { encoding: "utf8", maxBuffer: 1e9, stdio: "pipe" });
  try {
    return read(join(repository, "repo"));
  } catch {
    return read(repository);
  }
}

function sentencesOf({ repository, kept }: PublicSession, { by, text }: Message, next?: Message): LabeledSentence[] {
  const sentences = splitMessage(text);
  return sentences.flatMap((sentence, index): LabeledSentence[] => {
    const hash = createHash("sha256").update(`${by}\0${sentence.text}`).digest("hex").slice(0, 10);
    const kind = classes.find((one) => one === (kept[hash] ?? "none"));
    if (kind === undefined) return [];
    const isFinal = by === "agent" && next?.by !== "agent";
    const place = { form: sentence.form, index, count: sentences.length, isFinal };
    const opening = by === "person" && index === 0 ? "request" : undefined;
    return [{ voice: repository, by, kind, text: sentence.text, opening, place }];
  });
}

/** What SpecStory writes: `_**User**_` or `_**Agent …**_` above every message, tool calls in tags of their own. */
function readSpecStory(text: string): Message[] {
  const heads = [...text.matchAll(/^_\*\*(User|Agent|Assistant)[^\n]*\*\*_$/gm)];
  return heads.flatMap((head, i): Message[] => {
    const body = text
      .slice(head.index + head[0].length, heads[i + 1]?.index)
      .replace(/<(tool-use|think|details)[\s\S]*?<\/\1>/g, "")
      .replace(/\n---\s*$/, "")
      .trim();
    const isOwn = body !== "" && body.length <= 20_000 && !/^<(?:command|local-command|system)/.test(body);
    return isOwn ? [{ by: head[1] === "User" ? "person" : "agent", text: body }] : [];
  });
}

interface ClaudeCodeLine {
  readonly type?: string;
  readonly isMeta?: boolean;
  readonly isSidechain?: boolean;
  readonly isCompactSummary?: boolean;
  readonly message?: { readonly content?: string | readonly { readonly type: string; readonly text?: string }[] };
}

const injected =
  /^\s*<(?:command|local-command|system|bash|task)|^\s*(?:\[Request interrupted|This session is being|Caveat:)/;

function readClaudeCode(text: string): Message[] {
  return text.split("\n").flatMap((line): Message[] => {
    const { type, message, ...rest } = parseLine(line);
    if ((type !== "user" && type !== "assistant") || rest.isMeta || rest.isSidechain || rest.isCompactSummary)
      return [];
    const { content = "" } = message ?? {};
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const texts = parts.flatMap((part) => (part.type === "text" && part.text ? [part.text] : []));
    const by = type === "user" ? "person" : "agent";
    return texts.filter((one) => !injected.test(one)).map((one) => ({ by, text: one }));
  });
}

/** Two lines that were joined when a session was copied say nothing. */
function parseLine(line: string): ClaudeCodeLine {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
