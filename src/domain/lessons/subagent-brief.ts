import { firstText } from "../../hosts/json-fields.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { fenced } from "../archive/ingest/injected-text.js";
import type { ShownMemory } from "../memory/memories.js";
import { filesOf, kindOf, lessonsAbout, shortLessonLine } from "./given-lesson.js";
import { fitSections, type LessonLine } from "./lesson-line.js";

/** In characters, with the fence. */
const maxLength = 500;
/** The fence with its label and source, and the title. */
const frameLength = 195;

/** What a sub-agent receives: lessons about its task and about the files that its prompt names, then the other rules. */
export function subagentBrief(
  lessons: readonly ShownMemory[],
  task: string,
): { readonly text: string; readonly lines: readonly LessonLine[] } {
  const isNamed = (one: ShownMemory) =>
    filesOf(one).some((file) => task.includes(file.slice(file.lastIndexOf("/") + 1)));
  const rules = lessons.filter((one) => kindOf(one) === "rule");
  const ordered = task === "" ? rules : [...lessonsAbout(lessons, task), ...lessons.filter(isNamed), ...rules];
  const all = [...new Set(ordered)].map(shortLessonLine);
  const { text, lines } = fitSections([{ title: "Known here", lines: all }], maxLength - frameLength);
  return { text: text === "" ? "" : fenced("memory of this project", text), lines };
}

/** The last calls with which a session starts agents, side by side, the oldest first. */
export function openTasks(events: readonly SessionEvent[]): { readonly call: string; readonly prompt: string }[] {
  const tasks = events.flatMap((event, i) => {
    if (event.kind === "prompt") return [{ i, call: "", prompt: "" }];
    if (event.kind !== "call") return [];
    const prompt = /agent|task/i.test(event.tool)
      ? firstText(event.input, "prompt", "message", "task", "instructions")
      : "";
    return [{ i, call: event.call, prompt }];
  });
  return tasks.slice(tasks.findLastIndex(({ prompt }) => prompt === "") + 1);
}
