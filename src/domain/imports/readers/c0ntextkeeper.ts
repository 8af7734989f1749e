import { isObject, parseJson } from "../../../base/json.js";
import { titleFrom } from "../../memory/lesson.js";
import {
  type Fields,
  type ImportedRecord,
  joinResults,
  listIn,
  memoryOf,
  type NamedText,
  type Reader,
  type ReaderResult,
  readTexts,
  stringsOf,
  textOf,
} from "../reader.js";

/** Archived sessions: problems that were solved or not, and decisions. Test archives are left out. */
export const c0ntextkeeper: Reader = {
  system: "c0ntextkeeper",
  name: "c0ntextKeeper",
  defaultPaths: ({ join, home, env }) => [env.CONTEXTKEEPER_HOME || join(home, ".c0ntextkeeper")],
  async read(path, sources) {
    const sessions = await readTexts(path, /\/sessions\/[^/]+\.json$/, sources);
    return joinResults(sessions.map(readSession));
  },
};

function readSession({ file, text }: NamedText): ReaderResult {
  const session = parseJson(text);
  if (!isObject(session)) return { items: [], junk: [{ where: file, why: "not a JSON object" }] };
  const project = projectOf(session, file);
  const problems = listIn(session.problems).map((problem) => ({ ...fromProblem(problem, project), from: file }));
  const decisions = listIn(session.decisions).map((decision) => ({ ...fromDecision(decision, project), from: file }));
  return { items: [...problems, ...decisions], junk: [] };
}

const projectOf = (session: Fields, file: string) =>
  textOf(session, "projectPath").split(/[\\/]/).at(-1) || (file.replaceAll("\\", "/").split("/").at(-3) ?? "");

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
  const reasons = [textOf(decision, "rationale"), textOf(decision, "context")];
  return memoryOf({
    project,
    title: titleFrom(textOf(decision, "decision")),
    parts: reasons.some(Boolean) ? reasons : [textOf(decision, "decision")],
    tags: ["c0ntextkeeper", "decision", ...stringsOf(decision.tags)],
  });
}
