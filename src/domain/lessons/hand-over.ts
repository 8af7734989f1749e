import { opening } from "../../base/text/sentences.js";
import { findHost } from "../../hosts/all-hosts.js";
import type { Session } from "../../store/archive/session-store.js";
import { fenced } from "../archive/ingest/injected-text.js";
import { oneLine } from "./lesson-line.js";
import { restates } from "./passages.js";
import { outcomeIn } from "./session-ends.js";
import { rejected, type SessionState } from "./session-state.js";

/** What another agent needs to go on, in this many characters. */
export const maxHandOver = 2500;

/** Of the requests, which get what the rest leaves. */
const minRequests = 900;
/** Of a request between the first and the last one. */
const maxBetween = 110;
/** A shorter request is an answer to the agent. */
const maxReply = 40;
/** And one like this says nothing without the question. */
const maxNod = 10;
const maxProposal = 260;
const maxDone = 700;
const maxOutcome = 180;
const maxFiles = 320;
const maxFailed = 420;
const maxOpen = 700;

/** The request in the person's words, and as data what was done, what failed, what is open and what was decided. */
export function handOver(session: Session, state: SessionState): string {
  const agent = findHost(session.agent)?.name ?? session.agent;
  const id = session.id.replace(/^ses_/, "").slice(0, 8);
  const about = [agent, id, session.endedAt.slice(0, 16).replace("T", " "), session.branch].filter(Boolean).join(", ");
  const head = `Go on with the work of an earlier session (${about}). The person asked for:`;
  const tail = `The whole session: \`session_read\` or \`throughline session read ${id}\`. Look at the files first: they may have changed since.`;
  const room = maxHandOver - head.length - tail.length - 3;
  const shorten = (text: string) => text.replaceAll(`${session.folder}/`, "");
  const maxData = room - fenced(`session ${id}`, "").length - requestLines(state, minRequests).length;
  const sections: readonly Section[] = [
    ["Done", orNone(doneLines(state)), maxDone],
    ["Tried and failed", orNone(failedLines(state)), maxFailed],
    ["Open", orNone(openLines(state)), maxOpen],
    ["Decided", decidedLines(state), maxHandOver],
  ];
  const data = fenced(`session ${id}`, shorten(fitLines(sections, maxData)));
  return [head, shorten(requestLines(state, room - data.length)), data, tail].join("\n");
}

const orNone = (lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? lines : ["nothing that the session shows"];

/** What only repeats a request is no decision. */
const decidedLines = ({ decisions, requests }: SessionState): string[] =>
  decisions.filter((one) => one.length >= 40 && !requests.some(({ text }) => restates(one, text))).slice(0, 3);

type Section = [title: string, lines: readonly string[], max: number];

/** Lines that fit, each section within its share and what the sections before it left. */
function fitLines(sections: readonly Section[], maxLength: number) {
  let left = maxLength;
  const texts = sections.map(([title, lines, max]) => {
    let room = Math.min(left, max) - title.length - 2;
    const chosen: string[] = [];
    for (const line of lines) {
      const text = chosen.length === 0 && line.length + 3 > room ? opening(line, Math.max(40, room - 3)) : line;
      if (text.length + 3 > room) continue;
      room -= text.length + 3;
      chosen.push(`- ${text}`);
    }
    const text = chosen.length === 0 ? "" : [`${title}:`, ...chosen].join("\n");
    left -= text.length + 1;
    return text;
  });
  return texts.filter(Boolean).join("\n");
}

/** The first one says what it is about, the last one what is wanted now. */
function requestLines({ requests, answers }: SessionState, maxLength: number): string {
  const words = requests.map(({ text }) => oneLine(text));
  const [first = "", ...later] = words;
  const last = later.pop() ?? "";
  const maxLast = Math.min(last.length, Math.floor(maxLength * 0.45));
  // "Yes" and "2" answer what the agent asked.
  const proposal =
    last.length > maxReply || !answers.at(-2) ? "" : ` to: "${endOf(answers.at(-2) ?? "", maxProposal)}"`;
  const ending = last === "" ? [] : [`Last: "${opening(last, maxLast)}"${proposal}`];
  const maxFirst = later.length > 0 ? Math.floor(maxLength * 0.45) : maxLength - ending.join("").length - 3;
  const lines = [`"${opening(first, maxFirst)}"`];
  let left = maxLength - [...lines, ...ending].join("\n").length;
  const between: string[] = [];
  for (const text of later.filter((one) => one.length > maxNod).toReversed()) {
    const line = `then: "${opening(text, maxBetween)}"`;
    if (line.length + 1 > left) break;
    left -= line.length + 1;
    between.unshift(line);
  }
  return [...lines, ...between, ...ending].join("\n");
}

/** The last passages that fit, of a text whose end matters. */
function endOf(text: string, max: number): string {
  const lines = text
    .replace(/^```[\s\S]*?^```/gm, "")
    .split("\n")
    .map((line) => oneLine(line.replace(/\*\*|`/g, "")))
    .filter((line) => line !== "" && !/^```/.test(line));
  let chosen = lines.at(-1) ?? "";
  for (const line of lines.slice(0, -1).toReversed()) {
    if (line.length + chosen.length + 3 > max) break;
    chosen = `${line} · ${chosen}`;
  }
  return opening(chosen, max);
}

/** The files, the commands that prove it, and what the agent said when it was done with a request. */
function doneLines({ files, passed, requests, answers, isAnswered }: SessionState): string[] {
  const shownFiles = lastThatFit(files, maxFiles);
  const more = files.length > shownFiles.length ? ` and ${files.length - shownFiles.length} more` : "";
  const finished = requests
    .map(({ text }, i) => ({ text: oneLine(text), answer: answers[answers.length - requests.length + i] ?? "" }))
    .slice(0, isAnswered ? undefined : -1);
  return [
    ...(files.length > 0 ? [`Changed ${shownFiles.join(", ")}${more}`] : []),
    ...(passed.length > 0 ? [`Ran without an error: ${passed.slice(-4).map(short).join("; ")}`] : []),
    ...finished.toReversed().flatMap(({ text, answer }) => {
      const outcome = outcomeIn(answer, text, maxOutcome);
      return outcome === "" ? [] : [`"${opening(text, 70)}" → ${outcome}`];
    }),
  ];
}

/** A command between backticks. */
const short = (step: string): string => (step.startsWith("`") && step.length > 90 ? `${step.slice(0, 88)}…\`` : step);

function lastThatFit(items: readonly string[], max: number): string[] {
  let left = max;
  return items
    .toReversed()
    .filter((item) => {
      left -= item.length + 2;
      return left >= 0;
    })
    .toReversed();
}

/** What still fails comes first. */
const failedLines = ({ failures }: SessionState): string[] =>
  failures
    .toReversed()
    .toSorted((a, b) => Number(a.isOvercome) - Number(b.isOvercome))
    .map(
      ({ command, error, isOvercome }) =>
        `${short(command)}: ${opening(error, 160)}${isOvercome ? (error === rejected ? "" : " (overcome later)") : " (not overcome)"}`,
    );

function openLines({ isAnswered, isInterrupted, requests, todos, lastSaid, lastSteps }: SessionState): string[] {
  const steps = lastSteps.length > 0 ? `; its last steps: ${lastSteps.slice(-2).map(short).join(", ")}` : "";
  // A short request is shown with what the agent had said.
  const isShown = lastSteps.length === 0 && !isAnswered && (requests.at(-1)?.text.length ?? 0) <= maxReply;
  return [
    ...(isInterrupted ? ["The person interrupted the agent"] : []),
    ...(isAnswered ? [] : [`The last request is not answered${steps}`]),
    ...(todos.length > 0 ? [`To do: ${opening(todos.join("; "), 260)}`] : []),
    ...(lastSaid === "" || isShown ? [] : [`The agent said last: "${endOf(lastSaid, 240)}"`]),
  ];
}
