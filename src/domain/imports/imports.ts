import { AppError } from "../../base/errors.js";
import type { Platform } from "../../base/platform.js";
import { suggest } from "../../base/suggest.js";
import type { Bridge } from "../bridge/bridge.js";
import type { Call } from "../call.js";
import { type Lesson, titleFrom } from "../memory/lesson.js";
import type { Memories } from "../memory/memories.js";
import type { RedactionGateway } from "../redaction/redaction-gateway.js";
import { allReaders } from "./all-readers.js";
import type { ImportedRecord, Reader, ReaderResult, Sources } from "./reader.js";

export interface ImportOptions {
  readonly system: string;
  /** Empty: the system's default location. */
  readonly path: string;
  /** Project of records that have none. */
  readonly project: string;
  readonly dryRun: boolean;
}

/** Result of an import. */
export interface ImportReport {
  readonly system: string;
  readonly path: string;
  readonly memories: number;
  readonly projects: number;
  /** Imported before, or present twice. */
  readonly duplicates: number;
  /** Skipped because they were forgotten here. */
  readonly forgotten: number;
  /** Imported with secrets removed. */
  readonly withSecrets: number;
  readonly junk: readonly { readonly where: string; readonly why: string }[];
  readonly dryRun: boolean;
}

/** Imports the records of other systems. */
export interface Imports {
  run(target: Target, options: ImportOptions): Promise<ImportReport>;
}

/** Where records are imported to. */
interface Target {
  readonly call: Call;
  readonly memories: Memories;
  readonly bridge: Bridge;
  readonly redaction: RedactionGateway;
}

interface Deps {
  readonly sources: Sources;
  readonly platform: Platform;
}

type ImportedMemory = ImportedRecord & { readonly kind: "memory" };
type ImportedProject = ImportedRecord & { readonly kind: "project" };

/** Texts with fewer letters are not worth finding. */
const minLetters = 12;

export function createImports({ sources, platform }: Deps): Imports {
  return {
    async run(target, { system, path: requestedPath, project, dryRun }) {
      const reader = readerNamed(system);
      const { path, items, junk } = await readFirst(
        reader,
        requestedPath ? [requestedPath] : reader.defaultPaths(platform),
        sources,
      );
      const withProject = items.map((item) => (item.kind === "memory" ? inProject(item, project) : item));
      const usable = withProject.filter((item) => junkReason(item) === undefined);
      const unusable = withProject.filter((item) => junkReason(item) !== undefined);
      const { newItems, forgotten } = await selectNew(target, usable);
      if (!dryRun) await importItems(target, newItems);
      const memories = newItems.filter((item): item is ImportedMemory => item.kind === "memory");
      return {
        system: reader.system,
        path,
        dryRun,
        memories: memories.length,
        projects: newItems.length - memories.length,
        duplicates: usable.length - newItems.length - forgotten,
        forgotten,
        withSecrets: memories.filter((item) => hasSecret(target, item)).length,
        junk: [...junk, ...unusable.map((item) => ({ where: nameOf(item), why: junkReason(item) ?? "" }))],
      };
    },
  };
}

/** Reads the first readable path; the error of the last one is thrown. */
async function readFirst(
  reader: Reader,
  paths: readonly string[],
  sources: Sources,
): Promise<ReaderResult & { path: string }> {
  const [path, ...others] = paths;
  if (path === undefined) {
    throw new AppError("invalid", `${reader.name} has no default location.`, {
      hint: `Pass the file: \`throughline migrate-from ${reader.system} FILE\`.`,
    });
  }
  try {
    return { path, ...(await reader.read(path, sources)) };
  } catch (error) {
    if (!(error instanceof AppError) || others.length === 0) throw error;
    return readFirst(reader, others, sources);
  }
}

const hasSecret = ({ redaction }: Target, { title, content }: ImportedMemory) =>
  redaction.hasSecret(title) || redaction.hasSecret(content);

async function selectNew(
  target: Target,
  items: readonly ImportedRecord[],
): Promise<{ newItems: ImportedRecord[]; forgotten: number }> {
  const { projects } = await target.bridge.projects.list(target.call);
  const seenKeys = new Set(projects.map(({ name }) => projectKey(name)));
  const newItems: ImportedRecord[] = [];
  let forgotten = 0;
  for (const item of items) {
    const key = keyOf(item);
    if (seenKeys.has(key)) continue;
    seenKeys.add(key);
    const state = item.kind === "memory" ? await stateOf(target, item) : undefined;
    if (state === "forgotten") forgotten += 1;
    if (state === undefined) newItems.push(item);
  }
  return { newItems, forgotten };
}

/** Redacted, because stored and forgotten memories are too. A title that is too long becomes the start of the text. */
function lessonOf({ redaction }: Target, { kind: _, title: fullTitle, content, ...item }: ImportedMemory): Lesson {
  const title = titleFrom(fullTitle);
  const text = title === fullTitle ? content : `${fullTitle}\n\n${content}`;
  return { ...item, title: redaction.text(title), content: redaction.text(text), source: "imported" };
}

/** Exact text only: a similarity search for each of thousands of records would take minutes. */
const stateOf = (target: Target, item: ImportedMemory) => target.memories.stateOf(target.call, lessonOf(target, item));

/** Records per transaction: few enough not to block other processes. */
const batchSize = 200;

async function importItems(target: Target, items: readonly ImportedRecord[]): Promise<void> {
  const { call, memories } = target;
  for (const item of items) if (item.kind === "project") await createProject(target, item);
  const lessons = items.filter((item) => item.kind === "memory").map((item) => lessonOf(target, item));
  for (let done = 0; done < lessons.length; done += batchSize) {
    call.signal.throwIfAborted();
    await memories.addAll(call, lessons.slice(done, done + batchSize));
    call.progress(Math.min(done + batchSize, lessons.length), lessons.length, "records");
  }
}

async function createProject(
  { call, bridge }: Target,
  { name, description, repositories }: ImportedProject,
): Promise<void> {
  await bridge.projects.create(call, { name, description });
  for (const repository of repositories) {
    // A missing repository does not stop the others.
    await bridge.projects.addRepository(call, { ...repository, project: name }).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

const inProject = (item: ImportedMemory, project: string): ImportedMemory =>
  item.project === "" ? { ...item, project } : item;

const nameOf = (item: ImportedRecord) => (item.kind === "memory" ? item.title : item.name) || "(no title)";

function junkReason(item: ImportedRecord): string | undefined {
  if (item.kind === "project") return item.name === "" ? "no name" : undefined;
  if (item.title === "") return "no title";
  return item.content.replace(/[^\p{L}\p{N}]/gu, "").length < minLetters ? "too little text" : undefined;
}

const projectKey = (name: string) => `project ${name}`;

const keyOf = (item: ImportedRecord): string =>
  item.kind === "project"
    ? projectKey(item.name)
    : JSON.stringify([item.project, item.title, item.content].map(normalize));

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
