import { firstText } from "../../hosts/json-fields.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { fenced } from "../archive/ingest/injected-text.js";
import type { ShownMemory } from "../memory/memories.js";
import { filesOf, kindOf, lessonsAbout, shortLessonLine } from "./given-lesson.js";
import { fitSections } from "./lesson-line.js";

/** In characters, with the fence. */
const maxLength = 500;
/** The fence with its label and source, and the title. */
const frameLength = 195;

/**
 * What a sub-agent receives: lessons about its task and about the files that its prompt names, then the other rules. Its
 * start names no task: the last call of its parent that starts an agent does.
 */
export function subagentBrief(lessons: readonly ShownMemory[], parent: readonly SessionEvent[]): string {
  const prompt = taskIn(parent);
  const isNamed = (one: ShownMemory) =>
    filesOf(one).some((file) => prompt.includes(file.slice(file.lastIndexOf("/") + 1)));
  const rules = lessons.filter((one) => kindOf(one) === "rule");
  const ordered = prompt === "" ? rules : [...lessonsAbout(lessons, prompt), ...lessons.filter(isNamed), ...rules];
  const lines = [...new Set(ordered)].map(shortLessonLine);
  const { text } = fitSections([{ title: "Known here", lines }], maxLength - frameLength);
  return text === "" ? "" : fenced("memory of this project", text);
}

function taskIn(events: readonly SessionEvent[]): string {
  const last = events.findLast(
    (event) => event.kind === "call" && /agent|task/i.test(event.tool) && taskOf(event) !== "",
  );
  return last ? taskOf(last) : "";
}

const taskOf = (event: SessionEvent): string =>
  event.kind === "call" ? firstText(event.input, "prompt", "message", "task", "instructions") : "";
