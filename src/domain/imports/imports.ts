import { AppError } from "../../base/errors.js";
import type { Platform } from "../../base/platform.js";
import { suggest } from "../../base/suggest.js";
import type { AppCall } from "../app.js";
import { type Lesson, titleFrom } from "../memory/lesson.js";
import { hasTooLittleText } from "../notes/split-note.js";
import type { RedactionGateway } from "../redaction/redaction-gateway.js";
import type { ImportedRecord, Reader, Sources } from "./reader.js";
import { basicMemory } from "./readers/basic-memory.js";
import { c0ntextkeeper } from "./readers/c0ntextkeeper.js";
import { claudeMem } from "./readers/claude-mem.js";
import { contextBridge } from "./readers/context-bridge.js";
import { agentMemory, contextd, mcpMemory, mem0 } from "./readers/json-readers.js";

/** Every system that `migrate-from` understands. Context Teleport's stores are not among them: Throughline uses them directly. */
export const allReaders: readonly Reader[] = [
  c0ntextkeeper,
  contextd,
  contextBridge,
  claudeMem,
  basicMemory,
  mcpMemory,
  mem0,
  agentMemory,
];

export interface ImportOptions {
  readonly system: string;
  /** Empty: the system's default location. */
  readonly path: string;
  /** Project of records that have none. */
  readonly project: string;
  readonly dryRun: boolean;
}

/** Where records are imported to. */
type Target = Pick<AppCall, "call" | "memories" | "bridge"> & { readonly redaction: RedactionGateway };

type ImportedMemory = Extract<ImportedRecord, { kind: "memory" }>;
type ImportedProject = Extract<ImportedRecord, { kind: "project" }>;
type Usable = ImportedMemory | ImportedProject;

/** Imports the records of other systems. */
export type Imports = ReturnType<typeof createImports>;

export function createImports({ sources, platform }: { readonly sources: Sources; readonly platform: Platform }) {
  return {
    async run(target: Target, { system, path: requestedPath, project, dryRun }: ImportOptions) {
      const reader = readerNamed(system);
      const paths = requestedPath ? [requestedPath] : reader.defaultPaths(platform);
      const { path, records } = await readFirst(reader, paths, sources);
      const junk = records.filter((record) => record.kind === "junk");
      const found = records.filter((record) => record.kind !== "junk").map((record) => inProject(record, project));
      const unusable = found.map((record) => ({ where: nameOf(record), why: junkReason(record) }));
      const usable = found.filter((_, i) => unusable[i]?.why === undefined);
      const { newRecords, forgotten } = await selectNew(target, usable);
      const memories = newRecords.filter((record) => record.kind === "memory");
      const projects = newRecords.filter((record) => record.kind === "project");
      if (!dryRun) await importRecords(target, memories, projects);
      return {
        system: reader.system,
        path,
        dryRun,
        memories: memories.length,
        projects: projects.length,
        /** Imported before, or present twice. */
        duplicates: usable.length - newRecords.length - forgotten,
        /** Skipped because they were forgotten here. */
        forgotten,
        /** Imported with secrets removed. */
        withSecrets: memories.filter(({ title, content }) => [title, content].some(target.redaction.hasSecret)).length,
        junk: [...junk, ...unusable].flatMap(({ where, why }) => (why === undefined ? [] : [{ where, why }])),
      };
    },
  };
}

/** Reads the first readable path; the error of the last one is thrown. */
async function readFirst(
  reader: Reader,
  [path, ...others]: readonly string[],
  sources: Sources,
): Promise<{ path: string; records: readonly ImportedRecord[] }> {
  if (path === undefined) {
    throw new AppError("invalid", `${reader.name} has no default location.`, {
      hint: `Pass the file: \`throughline migrate-from ${reader.system} FILE\`.`,
    });
  }
  try {
    return { path, records: await reader.read(path, sources) };
  } catch (error) {
    if (!(error instanceof AppError) || others.length === 0) throw error;
    return readFirst(reader, others, sources);
  }
}

const projectKey = (name: string) => `project ${name}`;

/** Exact text only: a similarity search for each of thousands of records would take minutes. */
async function selectNew(target: Target, records: readonly Usable[]) {
  const { call, bridge, memories } = target;
  const { projects } = await bridge.projects.list(call);
  const seenKeys = new Set(projects.map(({ name }) => projectKey(name)));
  const newRecords: Usable[] = [];
  let forgotten = 0;
  for (const record of records) {
    const key = keyOf(record);
    if (seenKeys.has(key)) continue;
    seenKeys.add(key);
    const state = record.kind === "memory" ? await memories.stateOf(call, lessonOf(target, record)) : undefined;
    if (state === "forgotten") forgotten += 1;
    if (state === undefined) newRecords.push(record);
  }
  return { newRecords, forgotten };
}

/** Redacted, because stored and forgotten memories are too. A title that is too long becomes the start of the text. */
function lessonOf({ redaction }: Target, { kind: _, title: fullTitle, content, ...record }: ImportedMemory): Lesson {
  const title = titleFrom(fullTitle);
  const text = title === fullTitle ? content : `${fullTitle}\n\n${content}`;
  return { ...record, title: redaction.text(title), content: redaction.text(text), source: "imported" };
}

/** Records per transaction: few enough not to block other processes. */
const batchSize = 200;

async function importRecords(
  target: Target,
  records: readonly ImportedMemory[],
  projects: readonly ImportedProject[],
): Promise<void> {
  const { call, memories, bridge } = target;
  for (const { name, description, repositories } of projects) {
    await bridge.projects.create(call, { name, description });
    for (const repository of repositories) {
      // A missing repository does not stop the others.
      await bridge.projects.addRepository(call, { ...repository, project: name }).catch((error) => {
        if (!(error instanceof AppError)) throw error;
      });
    }
  }
  const lessons = records.map((record) => lessonOf(target, record));
  for (let done = 0; done < lessons.length; done += batchSize) {
    call.signal.throwIfAborted();
    await memories.addAll(call, lessons.slice(done, done + batchSize));
    call.progress(Math.min(done + batchSize, lessons.length), lessons.length, "records");
  }
}

const inProject = (record: Usable, project: string): Usable =>
  record.kind === "memory" && record.project === "" ? { ...record, project } : record;

const nameOf = (record: Usable) => (record.kind === "memory" ? record.title : record.name) || "(no title)";

function junkReason(record: Usable): string | undefined {
  if (record.kind === "project") return record.name === "" ? "no name" : undefined;
  if (record.title === "") return "no title";
  return hasTooLittleText(record.content) ? "too little text" : undefined;
}

const keyOf = (record: Usable): string =>
  record.kind === "project"
    ? projectKey(record.name)
    : JSON.stringify([record.project, record.title, record.content].map(normalize));

const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

function readerNamed(name: string): Reader {
  const reader = allReaders.find(({ system }) => system === name.toLowerCase());
  if (reader) return reader;
  if (name === "context-teleport") {
    throw new AppError(
      "conflict",
      "Context Teleport's stores need no migration: Throughline reads and writes them as they are.",
      { hint: "Run `throughline status` in the repository." },
    );
  }
  const systems = allReaders.map(({ system }) => system);
  const suggestion = suggest(name, systems);
  throw new AppError("invalid", `Unknown system: ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ""}`, {
    hint: `Use one of ${systems.join(", ")}.`,
  });
}
