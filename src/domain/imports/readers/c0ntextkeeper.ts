import { isObject, parseJson } from "../../../base/json.js";
import { titleFrom } from "../../memory/lesson.js";
import {
  type Fields,
  type ImportedRecord,
  junk,
  listIn,
  memoryOf,
  type Reader,
  readFiles,
  stringsOf,
  textOf,
} from "../reader.js";

/** Archived sessions: problems that were solved or not, and decisions. Test archives are left out. */
export const c0ntextkeeper: Reader = {
  system: "c0ntextkeeper",
  name: "c0ntextKeeper",
  defaultPaths: ({ join, home, env }) => [env.CONTEXTKEEPER_HOME || join(home, ".c0ntextkeeper")],
  read: (path, sources) => readFiles(path, /\/sessions\/[^/]+\.json$/, sources, readSession),
};

function readSession(text: string, file: string): ImportedRecord[] {
  const session = parseJson(text);
  if (!isObject(session)) return [junk(file, "not a JSON object")];
  const folder = textOf(session, "projectPath").split(/[\\/]/).at(-1);
  const project = folder || (file.replaceAll("\\", "/").split("/").at(-3) ?? "");
  return [
    ...listIn(session.problems).map((problem) => fromProblem(problem, project)),
    ...listIn(session.decisions).map((decision) => fromDecision(decision, project)),
  ];
}

function fromProblem(problem: Fields, project: string): ImportedRecord {
  const solution = isObject(problem.solution) ? problem.solution : {};
  const question = textOf(problem, "question");
  const title = titleFrom(question);
  // A question may be a whole page: if it does not fit into the title, it is put above the answer.
  const longQuestion = title === question || textOf(solution, "approach") === "" ? "" : question;
  const answer = [textOf(solution, "approach"), textOf(solution, "implementation")];
  return memoryOf({
    project,
    title,
    parts: [longQuestion, ...answer, stringsOf(solution.files).join(", ")],
    outcome: solution.successful === false ? "failure" : "success",
    tags: ["c0ntextkeeper", "problem", ...stringsOf(problem.tags)],
  });
}

function fromDecision(decision: Fields, project: string): ImportedRecord {
  const text = textOf(decision, "decision");
  const reasons = [textOf(decision, "rationale"), textOf(decision, "context")];
  return memoryOf({
    project,
    title: titleFrom(text),
    parts: reasons.some(Boolean) ? reasons : [text],
    tags: ["c0ntextkeeper", "decision", ...stringsOf(decision.tags)],
  });
}
