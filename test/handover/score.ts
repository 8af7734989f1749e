import type { Expression, Fact, HostName, Moment, Story } from "./story.js";

/** The text that an agent received at one moment of one session. */
export interface Received {
  readonly session: number;
  readonly host: HostName;
  readonly moment: Moment;
  /** Counts the moments of a session; the start is 0. */
  readonly step: number;
  readonly text: string;
  readonly needs: readonly string[];
}

export interface Candidate {
  readonly text: string;
  /** A record of a fix can be nothing else: the command in it is no rule about tools. */
  readonly isFix: boolean;
  /** Whether it is marked as no longer true. */
  readonly isRetired: boolean;
}

/** Everything that playing one story produced. */
export interface Playback {
  readonly story: Story;
  readonly received: readonly Received[];
  readonly candidates: readonly Candidate[];
  /** Folders of the other projects on the same machine. */
  readonly otherFolders: readonly string[];
}

export interface Need {
  readonly story: string;
  readonly fact: string;
  readonly kind: string;
  readonly host: HostName;
  readonly moment: Moment;
  readonly isReached: boolean;
  /** Whether the text of this very moment has it; otherwise an earlier one of the session. */
  readonly isAtMoment: boolean;
}

export interface Line {
  readonly host: HostName;
  readonly text: string;
  /** Why it is false; undefined when nothing speaks against it. */
  readonly why: string | undefined;
}

export interface StoryScore {
  readonly needs: readonly Need[];
  readonly lines: readonly Line[];
  readonly startSizes: readonly { readonly host: HostName; readonly size: number }[];
  readonly learned: readonly { readonly kind: string; readonly isLearned: boolean }[];
  readonly wrongCandidates: readonly string[];
  readonly rightCandidates: number;
}

export const matches = (expression: Expression, text: string) =>
  [expression].flat().every((part) => new RegExp(part, "i").test(text));

/** Headings and tags say nothing. */
const isFrame = (line: string) => /^(#|<\/?[\w-]+[^>]*>$|[^\n]{0,80}:$)/.test(line);

/** What can be judged by itself: a line with the indented lines below it. */
export function itemsOf(text: string): string[] {
  const items: string[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    if (/^\s/.test(line) && items.length > 0) items[items.length - 1] += `\n${line}`;
    else items.push(line);
  }
  return items.filter((item) => !isFrame(item));
}

/** Lines of lists; where a text has none, all its lines: a sentence at its head that explains it is no statement. */
function linesOf(text: string): string[] {
  const items = itemsOf(text);
  const listed = items.filter((item) => /^([-*•]|\d+[.)])\s|\n/.test(item));
  return (listed.length > 0 ? listed : items).flatMap((item) => item.split("\n"));
}

/** A fix is spread over several lines (error, change, command); everything else must be in one item. */
export function hasFact({ kind, accept, not = [] }: Fact, text: string): boolean {
  const units = kind === "fix" ? [text] : itemsOf(text);
  return units.some(
    (unit) => accept.some((expression) => matches(expression, unit)) && !not.some((one) => matches(one, unit)),
  );
}

/** A candidate is one unit. That of a fix is known by its file or command: the change is judged where it is needed. */
function isLearnedAs({ kind, accept, not }: Fact, { text, isFix }: Candidate): boolean {
  const unit = text.replace(/\s+/g, " ");
  if (kind === "fix") return accept.some((expression) => matches([expression].flat().at(-1) ?? "", unit));
  return !isFix && hasFact({ kind, accept, ...(not ? { not } : {}) }, unit);
}

function whyFalse({ story, otherFolders }: Playback, session: number, line: string): string | undefined {
  if (otherFolders.some((folder) => line.includes(folder))) return "other project";
  return story.never.find(
    ({ match, from = 1, unless }) =>
      session + 1 >= from && matches(match, line) && !(unless !== undefined && matches(unless, line)),
  )?.why;
}

export function scoreStory(playback: Playback): StoryScore {
  const { story, received, candidates } = playback;
  const own = received.filter(({ session }) => story.sessions[session]?.project === undefined);
  const needs = own.flatMap((now) => {
    const earlier = own.filter(({ session, step }) => session === now.session && step <= now.step);
    return now.needs.flatMap((id): Need[] => {
      const fact = story.facts[id];
      if (!fact) throw new Error(`${story.name} needs ${id}, which is no fact of it.`);
      const isAtMoment = hasFact(fact, now.text);
      const isReached = isAtMoment || earlier.some(({ text }) => hasFact(fact, text));
      return [
        { story: story.name, fact: id, kind: fact.kind, host: now.host, moment: now.moment, isReached, isAtMoment },
      ];
    });
  });
  const lines = own.flatMap(({ session, host, text }) =>
    linesOf(text).map((line): Line => ({ host, text: line, why: whyFalse(playback, session, line) })),
  );
  const last = story.sessions.length - 1;
  const current = candidates.filter(({ isRetired }) => !isRetired);
  const facts = Object.values(story.facts);
  const isRight = (candidate: Candidate) =>
    whyFalse(playback, last, candidate.text) === undefined &&
    (facts.some((fact) => isLearnedAs(fact, candidate)) ||
      (story.fine ?? []).some((expression) => matches(expression, candidate.text)));
  return {
    needs,
    lines,
    startSizes: own
      .filter(({ moment, session }) => moment === "start" && story.sessions[session]?.needs !== undefined)
      .map(({ host, text }) => ({ host, size: text.length })),
    learned: facts.map((fact) => ({
      kind: fact.kind,
      isLearned: current.some((candidate) => isLearnedAs(fact, candidate)),
    })),
    wrongCandidates: current.filter((candidate) => !isRight(candidate)).map(({ text }) => text),
    rightCandidates: current.filter(isRight).length,
  };
}
