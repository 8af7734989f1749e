import type { Platform } from "../base/platform.js";
import { sha256 } from "../base/sha256.js";
import { nothing, readTextFile, rowOf, rowPath, wholePiece } from "./gather-transcript.js";
import type { OwnParts } from "./host.js";
import { textAt } from "./json-fields.js";
import { openPlainParser, type SubAgent } from "./sub-agent.js";
import { callEvent, textEvents, timeOf } from "./transcript-events.js";
import type { FindSessions, Gather, TranscriptFormat } from "./transcript-format.js";

const history = ".aider.chat.history.md";
const opened = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/m;

/** In the folder that it was started in: those of known projects, the one of this process, and the person's home. */
const findChats: FindSessions = async ({ transcripts, folders, platform: { env, home, join, dirname } }) => {
  const named = env.AIDER_CHAT_HISTORY_FILE ? [env.AIDER_CHAT_HISTORY_FILE] : [];
  const inFolders = [home, env.PWD ?? "", ...(await folders())].filter(Boolean).map((folder) => join(folder, history));
  const found = [...new Set([...named, ...inFolders])].map(async (path) => {
    const text = (await readTextFile(transcripts, path)) ?? "";
    const starts = [...text.matchAll(new RegExp(opened, "gm"))].map(([, at = ""]) => at);
    return starts.map((at) => ({ path: rowPath(path, at), folder: dirname(path) }));
  });
  return (await Promise.all(found)).flat();
};

/** One file has every chat of a folder, in Markdown; a session is what follows the line with its time. */
const gatherChat: Gather = async (state, { transcripts }) => {
  const { database: file, session: started } = rowOf(state.path);
  const text = await readTextFile(transcripts, file);
  const [, ...parts] = (text ?? "").split(new RegExp(opened, "m"));
  const at = parts.findIndex((part, i) => i % 2 === 0 && part === started);
  if (at < 0) return "missing";
  const turns = turnsIn(parts[at + 1] ?? "", started);
  // Not of its path: a project may be moved.
  const first = turns.find(({ kind }) => kind === "prompt")?.text.split("\n")[0] ?? "";
  const id = `aider-${sha256(`${started} ${first}`).slice(0, 16)}`;
  return wholePiece([{ kind: "about", id }, ...turns], state);
};

/** `#### ` begins a line of the person and `> ` one of the program, outside of code. */
function turnsIn(text: string, at: string): { kind: string; text: string; at: string }[] {
  const turns: { kind: string; text: string; at: string }[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    const kind = isCode ? "answer" : line.startsWith("#### ") ? "prompt" : line.startsWith("> ") ? "program" : "answer";
    if (/^```/.test(line)) isCode = !isCode;
    const words = line.slice({ prompt: 5, program: 2, answer: 0 }[kind]);
    const own = words === "<blank>" ? "" : words;
    const last = turns.at(-1);
    if (last && (last.kind === kind || (own.trim() === "" && kind === "answer"))) last.text += `\n${own}`;
    else turns.push({ kind, text: own, at });
  }
  return turns;
}

/** `.aider.chat.history.md`. What commands printed is not told from other lines of the program. */
export const aiderTranscripts: TranscriptFormat = {
  findOthers: findChats,
  gather: gatherChat,
  read(turn, position) {
    const at = timeOf(turn.at);
    const text = textAt(turn, "text").trim();
    if (turn.kind === "about") return { facts: { sessionId: textAt(turn, "id") } };
    if (turn.kind === "prompt" || turn.kind === "answer") return { events: textEvents(turn.kind, text, position, at) };
    if (turn.kind !== "program") return nothing;
    const edited = [...text.matchAll(/^Applied edit to (.+)$/gm)].map(([, path = ""]) => path.trim());
    return { events: edited.map((path, i) => callEvent(`${position}.${i}`, at, "edit", { path })) };
  },
};

/** By default it commits the user's uncommitted work, edits .gitignore and keeps its history in the repository. */
const safetyArgs = `--no-auto-commits --no-dirty-commits --no-auto-lint --no-auto-test --no-suggest-shell-commands
  --no-gitignore --no-restore-chat-history --no-pretty --no-stream --no-fancy-input --no-check-update
  --no-show-release-notes --no-analytics --no-detect-urls --yes-always --chat-history-file {run}/chat.md
  --input-history-file {run}/input --config {run}/empty.yml --env-file {run}/empty.env`;

/** By its documented options; not tested with a real one. */
const subAgent: SubAgent = {
  install: "python -m pip install aider-chat",
  features: [],
  environment: ["AIDER_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "OPENROUTER_*", "DEEPSEEK_*"],
  homePaths: [".aider"],
  ownLimits: { reads: "permissions", writes: "none" },
  readOnlyBy: "its question mode and dry run",
  plan: ({ mode, prompt, model, extraArgs }) => ({
    args: [
      ...["--message-file", "{run}/prompt.md"],
      ...(mode === "reads" ? ["--chat-mode", "ask", "--dry-run"] : []),
      ...safetyArgs.split(/\s+/),
      ...(model ? ["--model", model] : []),
      ...extraArgs,
    ],
    files: { "prompt.md": prompt, "empty.yml": "", "empty.env": "" },
  }),
  openParser: openPlainParser,
};

export const aider: OwnParts = {
  id: "aider",
  name: "Aider",
  commands: ["aider"],
  detectionPaths: ({ join, home }: Platform) => [join(home, ".aider.conf.yml")],
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : [{ file: join(project, "CONVENTIONS.md") }],
  subAgent,
  limits: ["Its chats have one time each, that of their start, and say neither which commands ran nor how they ended."],
  basis: "Written from its documentation; not tested with the real program.",
};
