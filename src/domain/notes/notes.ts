import type { Host } from "../../hosts/host.js";
import type { Call } from "../call.js";
import { titleFrom } from "../memory/lesson.js";
import type { Memories } from "../memory/memories.js";
import type { RedactionGateway } from "../redaction/redaction-gateway.js";
import { findNotes, type Note, type NoteSources } from "./find-notes.js";
import { type NoteSection, splitNote } from "./split-note.js";

/** Project of memories that apply to all projects. */
export const personalProject = "personal";

export interface NotesOptions {
  readonly hosts: readonly Host[];
  /** Folders of projects to search. */
  readonly folders: readonly string[];
  readonly dryRun: boolean;
}

/** Result of importing agents' notes. */
export interface NotesReport {
  readonly files: number;
  /** New candidates. */
  readonly memories: number;
  /** Already recorded, in any state. */
  readonly known: number;
  /** Skipped because they were forgotten. */
  readonly forgotten: number;
  /** Imported with secrets removed. */
  readonly withSecrets: number;
  /** Too little text. */
  readonly junk: number;
}

/** Imports agents' notes as candidate memories. The files are only read. */
export interface Notes {
  importAll(call: Call, options: NotesOptions): Promise<NotesReport>;
}

interface Deps extends NoteSources {
  readonly memories: Memories;
  readonly redaction: RedactionGateway;
  /** Folders whose content is not captured. */
  isExcluded(folder: string): boolean;
}

/** Texts with fewer letters are not worth finding. */
const minLetters = 12;

export function createNotes({ memories, redaction, isExcluded, ...sources }: Deps): Notes {
  return {
    async importAll(call, { hosts, folders, dryRun }) {
      const allNotes = await findNotes(hosts, folders, sources);
      const notes = allNotes.filter(({ folder }) => folder === "" || !isExcluded(folder));
      const sections = notes.flatMap((note) => splitNote(note.name, note.text).map((section) => ({ note, section })));
      const tally = { memories: 0, known: 0, forgotten: 0, withSecrets: 0, junk: 0 };
      for (const [i, { note, section }] of sections.entries()) {
        call.signal.throwIfAborted();
        const lesson = lessonOf(note, section);
        const result = isJunk(section) ? "junk" : resultOf(await memories.stateOf(call, lesson));
        tally[result] += 1;
        if (result === "memories" && hasSecret(section)) tally.withSecrets += 1;
        if (result === "memories" && !dryRun) await memories.addAll(call, [lesson]);
        call.progress(i + 1, sections.length, "notes");
      }
      return { files: notes.length, ...tally };
    },
  };

  function lessonOf({ agent, file, folder, part }: Note, { title, content }: NoteSection) {
    return {
      project: folder || personalProject,
      title: redaction.text(part === "" ? title : titleFrom(`${part}: ${title}`)),
      content: redaction.text(content),
      outcome: "success",
      tags: ["note", agent],
      source: "imported",
      from: file,
    } as const;
  }

  function hasSecret({ title, content }: NoteSection): boolean {
    return redaction.hasSecret(title) || redaction.hasSecret(content);
  }
}

const isJunk = ({ content }: NoteSection) => content.replace(/[^\p{L}\p{N}]/gu, "").length < minLetters;

function resultOf(state: Awaited<ReturnType<Memories["stateOf"]>>): "memories" | "known" | "forgotten" {
  if (state === undefined) return "memories";
  return state === "forgotten" ? "forgotten" : "known";
}
