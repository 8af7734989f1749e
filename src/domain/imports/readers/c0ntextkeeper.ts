import {
  type Fields,
  type Imported,
  isFields,
  joinReadings,
  listIn,
  type NamedText,
  parseJson,
  type Reader,
  type Reading,
  readTexts,
  textOf,
  wordsOf,
} from "../reader.js";

/** Archived sessions: problems that were solved or not, and decisions. Test archives are left out. */
export const c0ntextkeeper: Reader = {
  system: "c0ntextkeeper",
  name: "c0ntextKeeper",
  usualPath: ({ join, home }) => join(home, ".c0ntextkeeper"),
  async read(path, sources) {
    const sessions = await readTexts(path, /\/sessions\/[^/]+\.json$/, sources);
    return joinReadings(sessions.map(readSession));
  },
};

function readSession({ file, text }: NamedText): Reading {
  const session = parseJson(text);
  if (!isFields(session)) return { items: [], junk: [{ where: file, why: "no JSON object" }] };
  const project = projectOf(session, file);
  const problems = listIn(session.problems).map((problem) => fromProblem(problem, project));
  const decisions = listIn(session.decisions).map((decision) => fromDecision(decision, project));
  return { items: [...problems, ...decisions], junk: [] };
}

const projectOf = (session: Fields, file: string) =>
  textOf(session, "projectPath").split(/[\\/]/).at(-1) || (file.replaceAll("\\", "/").split("/").at(-3) ?? "");

function fromProblem(problem: Fields, project: string): Imported {
  const solution = isFields(problem.solution) ? problem.solution : {};
  const files = wordsOf(solution.files);
  const content = [textOf(solution, "approach"), textOf(solution, "implementation"), files.join(", ")];
  return {
    kind: "memory",
    project,
    title: textOf(problem, "question"),
    content: content.filter((part) => part !== "").join("\n\n"),
    outcome: solution.successful === false ? "failure" : "success",
    tags: ["c0ntextkeeper", "problem", ...wordsOf(problem.tags)],
  };
}

function fromDecision(decision: Fields, project: string): Imported {
  const content = [textOf(decision, "rationale"), textOf(decision, "context")]
    .filter((part) => part !== "")
    .join("\n\n");
  return {
    kind: "memory",
    project,
    title: textOf(decision, "decision"),
    content: content || textOf(decision, "decision"),
    outcome: "success",
    tags: ["c0ntextkeeper", "decision", ...wordsOf(decision.tags)],
  };
}
