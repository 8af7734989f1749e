import { AppError } from "../../base/errors.js";
import type { Platform } from "../../base/platform.js";
import { suggest } from "../../base/suggest.js";
import type { Bridge } from "../bridge/bridge.js";
import type { Call } from "../call.js";
import { type Lesson, titleFrom } from "../memory/lesson.js";
import type { Memories } from "../memory/memories.js";
import type { Redaction } from "../redaction/redaction.js";
import { allReaders } from "./all-readers.js";
import type { Imported, Reader, Reading, Sources } from "./reader.js";

export interface ImportOptions {
  readonly system: string;
  /** Empty means the system's usual place. */
  readonly path: string;
  /** The project of what the other system keeps without one. */
  readonly project: string;
  readonly dryRun: boolean;
}

/** What became of another system's records. */
export interface ImportReport {
  readonly system: string;
  readonly path: string;
  readonly memories: number;
  readonly projects: number;
  /** Came over before, or twice. */
  readonly duplicates: number;
  /** Forgotten here on purpose, and not taken again. */
  readonly forgotten: number;
  /** Came over without the secrets in them. */
  readonly withSecrets: number;
  readonly junk: readonly { readonly where: string; readonly why: string }[];
  readonly dryRun: boolean;
}

/** Brings over what other systems keep. */
export interface Imports {
  run(target: Target, options: ImportOptions): Promise<ImportReport>;
}

/** Where things go: the product as a call sees it. */
interface Target {
  readonly call: Call;
  readonly memories: Memories;
  readonly bridge: Bridge;
  readonly redaction: Redaction;
}

interface Deps {
  readonly sources: Sources;
  readonly platform: Platform;
}

type ImportedMemory = Imported & { readonly kind: "memory" };
type ImportedProject = Imported & { readonly kind: "project" };

/** Fewer letters than this say nothing that is worth finding. */
const minLetters = 12;

export function createImports({ sources, platform }: Deps): Imports {
  return {
    async run(target, { system, path: given, project, dryRun }) {
      const reader = readerNamed(system);
      const { path, items, junk } = await readFirst(reader, given ? [given] : reader.usualPaths(platform), sources);
      const placed = items.map((item) => (item.kind === "memory" ? inProject(item, project) : item));
      const useful = placed.filter((item) => whyJunk(item) === undefined);
      const found = placed.filter((item) => whyJunk(item) !== undefined);
      const { fresh, forgotten } = await withoutKnown(target, useful);
      if (!dryRun) await bringOver(target, fresh);
      const kept = fresh.filter((item): item is ImportedMemory => item.kind === "memory");
      return {
        ...{ system: reader.system, path, dryRun },
        memories: kept.length,
        projects: fresh.length - kept.length,
        duplicates: useful.length - fresh.length - forgotten,
        forgotten,
        withSecrets: kept.filter((item) => hasSecret(target, item)).length,
        junk: [...junk, ...found.map((item) => ({ where: nameOf(item), why: whyJunk(item) ?? "" }))],
      };
    },
  };
}

/** What can be read at the first of the paths; the last one says what is wrong. */
async function readFirst(
  reader: Reader,
  paths: readonly string[],
  sources: Sources,
): Promise<Reading & { path: string }> {
  const [path, ...others] = paths;
  if (path === undefined) {
    throw new AppError("invalid", `${reader.name} has no usual place for its records.`, {
      hint: `Name the file: \`throughline migrate-from ${reader.system} FILE\`.`,
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
  redaction.text(title) !== title || redaction.text(content) !== content;

async function withoutKnown(
  target: Target,
  items: readonly Imported[],
): Promise<{ fresh: Imported[]; forgotten: number }> {
  const { projects } = await target.bridge.projects.list(target.call);
  const seen = new Set(projects.map(({ name }) => projectKey(name)));
  const fresh: Imported[] = [];
  let forgotten = 0;
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) continue;
    seen.add(key);
    const known = item.kind === "memory" ? await isKnown(target, item) : undefined;
    if (known === "forgotten") forgotten += 1;
    if (known === undefined) fresh.push(item);
  }
  return { fresh, forgotten };
}

/** Without its secrets: what was forgotten or kept here was clean as well. A title too long for one begins the text. */
function lessonOf({ redaction }: Target, { kind: _, title: given, content, ...item }: ImportedMemory): Lesson {
  const title = titleFrom(given);
  const text = title === given ? content : `${given}\n\n${content}`;
  return { ...item, title: redaction.text(title), content: redaction.text(text), source: "imported" };
}

/** By its words alone: other systems' records come by the thousand, and a search for each would take minutes. */
const isKnown = (target: Target, item: ImportedMemory) => target.memories.stateOf(target.call, lessonOf(target, item));

/** So many to a transaction: few enough to keep nobody waiting. */
const batchSize = 200;

async function bringOver(target: Target, items: readonly Imported[]): Promise<void> {
  const { call, memories } = target;
  for (const item of items) if (item.kind === "project") await makeProject(target, item);
  const lessons = items.filter((item) => item.kind === "memory").map((item) => lessonOf(target, item));
  for (let done = 0; done < lessons.length; done += batchSize) {
    call.signal.throwIfAborted();
    await memories.addAll(call, lessons.slice(done, done + batchSize));
    call.progress(Math.min(done + batchSize, lessons.length), lessons.length, "records");
  }
}

async function makeProject(
  { call, bridge }: Target,
  { name, description, repositories }: ImportedProject,
): Promise<void> {
  await bridge.projects.create(call, { name, description });
  for (const repository of repositories) {
    // A repository that is gone from this machine does not hold up the others.
    await bridge.projects.addRepository(call, { ...repository, project: name }).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

const inProject = (item: ImportedMemory, project: string): ImportedMemory =>
  item.project === "" ? { ...item, project } : item;

const nameOf = (item: Imported) => (item.kind === "memory" ? item.title : item.name) || "(no title)";

function whyJunk(item: Imported): string | undefined {
  if (item.kind === "project") return item.name === "" ? "no name" : undefined;
  if (item.title === "") return "no title";
  return item.content.replace(/[^\p{L}\p{N}]/gu, "").length < minLetters ? "says too little" : undefined;
}

const projectKey = (name: string) => `project ${name}`;

const keyOf = (item: Imported): string =>
  item.kind === "project"
    ? projectKey(item.name)
    : JSON.stringify([item.project, item.title, item.content].map(squeezed));

const squeezed = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

function readerNamed(word: string): Reader {
  const reader = allReaders.find(({ system }) => system === word.toLowerCase());
  if (reader) return reader;
  if (word === "context-teleport") {
    throw new AppError(
      "conflict",
      "Context Teleport's stores need no migration: Throughline reads and writes them as they are.",
      {
        hint: "Run `throughline status` in the repository.",
      },
    );
  }
  const systems = allReaders.map(({ system }) => system);
  const near = suggest(word, systems);
  throw new AppError("invalid", `There is no way over from ${word}.${near ? ` Did you mean ${near}?` : ""}`, {
    hint: `Known are ${systems.join(", ")}.`,
  });
}
