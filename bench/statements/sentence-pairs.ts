import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentWords } from "../../src/domain/archive/extract/statements/content-words.js";
import { extractStatements } from "../../src/domain/archive/extract/statements/extract-statements.js";
import type { Gap } from "../../src/domain/archive/extract/statements/retraction.js";
import { hasFact, matches } from "../handover/score.js";
import { type Part, readStories, type Story } from "../handover/story.js";
import { readLabeledSessions } from "./labeled-sessions.js";

/** Two sentences, and whether the later one makes the earlier one untrue or finished. */
export interface Pair {
  readonly writer: string;
  readonly gap: Gap;
  readonly old: string;
  readonly new: string;
  readonly replaced: boolean;
}

/** Single pairs. One file per writer. */
export const readPairs = (): Pair[] =>
  linesOf("pairs").map(({ writer, line }) => ({ ...(JSON.parse(line) as Omit<Pair, "writer">), writer }));

/** What is known of a project, and later sentences with the indexes of what each of them ends. */
interface Ledger {
  readonly old: readonly (readonly [speaker: string, kind: string, text: string])[];
  readonly new: readonly (readonly [speaker: string, text: string, ends: readonly number[]])[];
}

/** Every later sentence of a ledger with every earlier statement. One file per writer. */
export const readLedgers = (): Pair[] =>
  linesOf("ledgers").flatMap(({ writer, line }) => {
    const ledger = JSON.parse(line) as Ledger;
    return ledger.new.flatMap(([, later, ends]) =>
      ledger.old.map(([, , old], i): Pair => ({ writer, gap: "later", old, new: later, replaced: ends.includes(i) })),
    );
  });

function linesOf(name: "pairs" | "ledgers"): { writer: string; line: string }[] {
  const folder = join(import.meta.dirname, name);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => ({ writer: file.replace(".jsonl", ""), line })),
    );
}

/** Statements of one labeled session that share a word: what was kept to the end was not made untrue. */
export function keptTogether(): Pair[] {
  const kept = readLabeledSessions().filter(({ kind }) => kind !== "none");
  return kept.flatMap((later, at) =>
    kept
      .slice(0, at)
      .filter(({ voice, session, text }) => voice === later.voice && session === later.session && text !== later.text)
      .filter(({ text }) => shareWord(text, later.text))
      .map(({ voice, text }): Pair => ({ writer: voice, gap: "session", old: text, new: later.text, replaced: false })),
  );
}

/** Statements of the stories of one part: what is forbidden later, and what says how it is instead. */
export const storyPairs = (part: Part): Pair[] => readStories(part).flatMap((story) => pairsOf(story, part));

interface Stated {
  readonly text: string;
  readonly session: number;
  readonly turn: number;
}

function pairsOf(story: Story, writer: string): Pair[] {
  const stated = story.sessions.flatMap(({ project, turns }, session): Stated[] =>
    project !== undefined
      ? []
      : turns.flatMap(({ user, agent }, turn) =>
          extractStatements(user ?? agent ?? "", user === undefined ? "agent" : "person")
            .filter(({ about }) => !["outcome", "next", "task"].includes(about))
            .map(({ text }) => ({ text, session, turn })),
        ),
  );
  return stated.flatMap((later, at) =>
    stated.slice(0, at).flatMap((old): Pair[] => {
      if (!shareWord(old.text, later.text)) return [];
      const replaced = isOutdated(story, old.text) && isNewState(story, later.text) && !isNewState(story, old.text);
      // Where both may be outdated the story does not tell.
      if (!replaced && (isOutdated(story, old.text) || isOutdated(story, later.text))) return [];
      const gap = old.session !== later.session ? "later" : old.turn === later.turn ? "message" : "session";
      return [{ writer, gap, old: old.text, new: later.text, replaced }];
    }),
  );
}

const isOutdated = ({ never }: Story, text: string): boolean =>
  never.some(
    ({ why, match, unless }) =>
      /^(?:reversed|corrected number|old |outdated)/.test(why) &&
      matches(match, text) &&
      !(unless !== undefined && matches(unless, text)),
  );

const isNewState = ({ facts }: Story, text: string): boolean =>
  Object.values(facts).some((fact) => fact.kind === "reversal" && hasFact(fact, text));

function shareWord(a: string, b: string): boolean {
  const words = contentWords(a);
  return [...contentWords(b)].some((word) => words.has(word));
}
