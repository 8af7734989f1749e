import type { Platform } from "../../base/platform.js";
import type { Files } from "../../engine/files.js";
import type { ForeignDatabases, TranscriptFiles } from "../../engine/transcript-files.js";
import type { Host, HostContext, NoteLocation } from "../../hosts/host.js";
import { isBelow } from "../archive/ingest/ingest.js";
import { ownMarker } from "../context/agents/agent-files.js";

/** Folders of installed or generated files; names that start with a dot are skipped too. */
const skippedFolders = new Set(
  "node_modules bower_components vendor dist build out target coverage venv __pycache__ Pods".split(" "),
);
/** Notes are rare in deeper folders. */
const maxDepth = 4;
const maxFolders = 2000;

/** The subfolders of a project, breadth first, without installed and generated ones. */
async function foldersBelow(top: string, { files, platform }: NoteSources): Promise<string[]> {
  const folders: string[] = [];
  let level = [top];
  for (let depth = 0; depth < maxDepth && level.length > 0 && folders.length < maxFolders; depth++) {
    const inside = level.map(async (folder) => {
      const names = await files.listKind(folder, "folder");
      const sources = names.filter((name) => !name.startsWith(".") && !skippedFolders.has(name));
      return sources.map((name) => platform.join(folder, name));
    });
    level = (await Promise.all(inside)).flat().slice(0, maxFolders - folders.length);
    folders.push(...level);
  }
  return folders;
}

/** A note: a file that tells an agent how to work. */
export interface Note {
  readonly agent: string;
  readonly file: string;
  /** Title if the text has none. */
  readonly name: string;
  /** Folder of the project; empty for a note that applies to all projects. */
  readonly folder: string;
  /** Folder within the project that it is about, with `/`; empty for the whole project. */
  readonly part: string;
  readonly text: string;
}

export interface NoteSources {
  readonly files: Pick<Files, "readPlain" | "listKind" | "tree" | "realPath">;
  readonly transcripts: Pick<TranscriptFiles, "size" | "read" | "listBelow">;
  readonly databases: ForeignDatabases;
  readonly platform: Platform;
}

/** Larger files are not notes. */
const maxBytes = 512 * 1024;
/** The start of a transcript that is sure to contain its working directory. */
const headBytes = 64 * 1024;

/** The notes of these agents: the user's own, and those of the projects in these folders. Each file once. */
export async function findNotes(hosts: readonly Host[], folders: readonly string[], sources: NoteSources) {
  const { platform } = sources;
  const hostContexts: readonly HostContext[] = [
    { platform, scope: "user", project: "" },
    ...folders.map((project) => ({ platform, scope: "project", project }) as const),
  ];
  const notes = new Map<string, Note>();
  for (const hostContext of hostContexts)
    for (const host of hosts)
      for (const location of host.notes?.(hostContext) ?? []) {
        const owner = { agent: host.id, folder: hostContext.project, part: "", within: hostContext.project };
        for (const note of await notesAt(location, owner, sources))
          if (!notes.has(note.file)) notes.set(note.file, note);
      }
  return [...notes.values()];
}

interface Owner extends Pick<Note, "agent" | "folder" | "part"> {
  /** A project may come from others: links must not leave it. */
  readonly within: string;
}

async function notesAt(location: NoteLocation, owner: Owner, sources: NoteSources): Promise<Note[]> {
  if ("file" in location) return readNotes([location.file], owner, sources);
  if ("folder" in location)
    return readNotes(await filesBelow(location.folder, location.ending, sources), owner, sources);
  if ("name" in location) return nestedNotes(location, owner, sources);
  if ("database" in location) return noteInDatabase(location, owner, sources);
  const { join } = sources.platform;
  const names = await sources.files.listKind(location.projects, "folder");
  const lists = names.map(async (name) => {
    const project = join(location.projects, name);
    const files = await filesBelow(join(project, location.below), ".md", sources);
    if (files.length === 0) return [];
    return readNotes(files, { ...owner, folder: await folderFromTranscripts(project, sources) }, sources);
  });
  return (await Promise.all(lists)).flat();
}

/** A note in a subfolder of a project is about that subfolder. */
async function nestedNotes(
  { name, inFoldersOf: top }: { name: string; inFoldersOf: string },
  owner: Owner,
  sources: NoteSources,
): Promise<Note[]> {
  const notes = (await foldersBelow(top, sources)).map((folder) => {
    const part = folder.slice(top.length).split(/[\\/]/).filter(Boolean).join("/");
    return readNotes([sources.platform.join(folder, name)], { ...owner, part }, sources);
  });
  return (await Promise.all(notes)).flat();
}

async function noteInDatabase(
  { database, query, title }: { database: string; query: string; title: string },
  { agent, folder, part }: Owner,
  { databases }: NoteSources,
): Promise<Note[]> {
  const [row] = await databases.all(database, query);
  const value = row?.value;
  const text = value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value ?? "");
  return text.trim() === "" || text.length > maxBytes
    ? []
    : [{ agent, folder, part, file: database, name: title, text }];
}

async function filesBelow(folder: string, ending: string, { files, platform }: NoteSources): Promise<string[]> {
  const names = await files.tree(folder);
  return names.filter((name) => name.endsWith(ending)).map((name) => platform.join(folder, ...name.split("/")));
}

async function readNotes(paths: readonly string[], owner: Owner, sources: NoteSources): Promise<Note[]> {
  const notes = await Promise.all(paths.map((file) => readNote(file, owner, sources)));
  return notes.filter((note) => note !== undefined);
}

async function readNote(path: string, { within, ...owner }: Owner, sources: NoteSources) {
  const { files, transcripts } = sources;
  // Links are resolved, so that two names of one file are one note.
  const file = await files.realPath(path);
  if (file === undefined) return undefined;
  if (within !== "" && !isBelow([(await files.realPath(within)) ?? within], file)) return undefined;
  const size = (await transcripts.size(file)) ?? 0;
  if (size === 0 || size > maxBytes) return undefined;
  const text = await files.readPlain(file).catch(() => undefined);
  if (text === undefined || text.includes(ownMarker) || text.includes("\0")) return undefined;
  return { ...owner, file, name: sources.platform.basename(file), text };
}

/** The folder's name is an escaped path that cannot be reversed; the transcripts next to the notes have the real one. */
async function folderFromTranscripts(folder: string, { transcripts }: NoteSources): Promise<string> {
  for (const path of (await transcripts.listBelow(folder, 1)).filter((one) => one.endsWith(".jsonl"))) {
    const head = Buffer.from(await transcripts.read(path, 0, headBytes)).toString("utf8");
    const cwd = /"cwd":("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
    if (cwd !== undefined) return String(JSON.parse(cwd));
  }
  return "";
}
