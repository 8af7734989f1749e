import { createHash } from "node:crypto";
import { claudeCode } from "./hosts/claude-code.js";
import { codex } from "./hosts/codex.js";
import { openCommandSession } from "./hosts/command-hooks.js";
import type { Json, SessionScope } from "./hosts/dialect.js";
import { gemini } from "./hosts/gemini.js";
import { openOpenCodeSession } from "./hosts/opencode.js";
import type { AgentSession } from "./hosts/session.js";
import { createMachine, type Machine } from "./machine.js";
import { changeFiles, commit } from "./project-files.js";
import type { Candidate, Playback, Received } from "./score.js";
import { type HostName, momentOf, type Session, type Story } from "./story.js";

/** Sessions are a day apart, their turns a minute. */
const firstDay = Date.UTC(2026, 2, 2, 9);
const [dayMs, minuteMs] = [86_400_000, 60_000];

/** Plays the sessions of a story on a machine of its own, with the product as `install` sets it up. */
export async function playStory(story: Story): Promise<Playback> {
  const machine = await createMachine(new Date(firstDay - dayMs));
  try {
    const received: Received[] = [];
    for (const [index, session] of story.sessions.entries()) {
      received.push(...(await playSession(machine, story, session, index)));
    }
    const now = new Date(firstDay + story.sessions.length * dayMs);
    const others = story.sessions.flatMap(({ project }) => (project === undefined ? [] : [machine.project(project)]));
    return { story, received, candidates: await candidatesIn(machine, story, now), otherFolders: [...new Set(others)] };
  } finally {
    machine.remove();
  }
}

async function playSession(machine: Machine, story: Story, session: Session, index: number): Promise<Received[]> {
  const startedAt = new Date(firstDay + index * dayMs);
  const folder = machine.project(session.project ?? story.project);
  const agent = openSession(machine, session.host, {
    id: idOf(story.name, index),
    folder,
    home: machine.home,
    startedAt,
  });
  const received: Received[] = [];
  let now = startedAt;
  const note = (moment: Received["moment"], text: string, needs: readonly string[] = []) =>
    received.push({ session: index, host: session.host, moment, step: received.length, text, needs });
  note("start", await agent.start(now), session.needs);
  for (const turn of session.turns) {
    now = new Date(now.getTime() + minuteMs);
    if (turn.agent !== undefined) await agent.answer(turn.agent, now);
    else if (turn.user === undefined) {
      changeFiles(folder, turn);
      note(momentOf(turn), await agent.call(turn, now), needsOf(session, turn));
    } else {
      const text = await agent.prompt(turn.user, now);
      // OpenCode has no moment before the first prompt: what it receives with that is its start.
      const [start] = received;
      if (session.host === "opencode" && received.length === 1 && start) received[0] = { ...start, text };
      note("prompt", session.host === "opencode" && received.length === 1 ? "" : text, turn.needs);
    }
  }
  await agent.end(now);
  commit(folder, now);
  // What the server of a session or the next one does in the background.
  await machine.product(["ingest"], new Date(now.getTime() + minuteMs), folder);
  return received;
}

/** Codex has no hook for files: it reads and writes them with commands. */
const needsOf = ({ host }: Session, turn: Session["turns"][number]) =>
  host === "codex" && momentOf(turn) === "file" ? [] : turn.needs;

function openSession(machine: Machine, host: HostName, scope: SessionScope): AgentSession {
  if (host === "opencode") return openOpenCodeSession(machine, scope);
  return openCommandSession(machine, { "claude-code": claudeCode, codex, gemini }[host], scope);
}

/** Session ids look like those of the hosts and are the same in every run. */
function idOf(story: string, index: number): string {
  const hex = createHash("sha256").update(`${story}/${index}`).digest("hex");
  return [8, 4, 4, 4, 12].reduce<[string, number]>(
    ([id, at], size) => [`${id}${at > 0 ? "-" : ""}${hex.slice(at, at + size)}`, at + size],
    ["", 0],
  )[0];
}

/** Everything that the product learned about a project by itself: memories, and fixes of the errors that occurred. */
async function candidatesIn(machine: Machine, story: Story, now: Date): Promise<Candidate[]> {
  const folder = machine.project(story.project);
  const list = async (name: string, args: readonly string[]) => {
    const answer = await machine.product([...args, "--json"], now, folder);
    const { [name]: records = [] } = JSON.parse(answer || "{}") as Record<string, Json[] | undefined>;
    return records;
  };
  const memories = await list("memories", ["memory", "list", "--project-id", folder, "--limit", "100"]);
  const errors = story.sessions.flatMap(({ turns }) => turns.flatMap(({ exit = 0, output }) => (exit ? [output] : [])));
  const fixes = new Map<unknown, Json>();
  for (const error of new Set(errors)) {
    const fixRows = await list("remediations", ["remediation", "search", error ?? "", "--project-path", folder]);
    for (const fix of fixRows) fixes.set(fix.id, fix);
  }
  return [...memories, ...fixes.values()].map((record) => ({
    text: texts.map((name) => String(record[name] ?? "")).join("\n"),
    isFix: fixes.has(record.id),
    isRetired: record.state === "superseded" || record.state === "rejected",
  }));
}

const texts = ["title", "content", "lesson", "text", "summary", "problem", "solution", "verified_by"];
