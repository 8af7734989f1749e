import type { Host } from "../../hosts/host.js";
import type { Call } from "../call.js";
import { titleFrom } from "../memory/lesson.js";
import type { Memories } from "../memory/memories.js";
import type { RedactionGateway } from "../redaction/redaction-gateway.js";
import { findNotes, type Note, type NoteSources } from "./find-notes.js";
import { hasTooLittleText, type NoteSection, splitNote } from "./split-note.js";

/** Project of memories that apply to all projects. */
export const personalProject = "personal";

export interface NotesOptions {
  readonly hosts: readonly Host[];
  /** Folders of projects to search. */
  readonly folders: readonly string[];
  readonly dryRun: boolean;
}

/** Imports agents' notes as candidate memories. The files are only read. */
export type Notes = ReturnType<typeof createNotes>;
export type NotesReport = Awaited<ReturnType<Notes["importAll"]>>;

interface Deps extends NoteSources {
  readonly memories: Memories;
  readonly redaction: RedactionGateway;
  /** Folders whose content is not captured. */
  isExcluded(folder: string): boolean;
}

export function createNotes({ memories, redaction, isExcluded, ...sources }: Deps) {
  const lessonOf = ({ agent, file, folder, part }: Note, { title, content }: NoteSection) =>
    ({
      project: folder || personalProject,
      title: redaction.text(part === "" ? title : titleFrom(`${part}: ${title}`)),
      content: redaction.text(content),
      outcome: "success",
      tags: ["note", agent],
      source: "imported",
      from: file,
    }) as const;

  return {
    async importAll(call: Call, { hosts, folders, dryRun }: NotesOptions) {
      const allNotes = await findNotes(hosts, folders, sources);
      const notes = allNotes.filter(({ folder }) => folder === "" || !isExcluded(folder));
      const sections = notes.flatMap((note) => splitNote(note.name, note.text).map((section) => ({ note, section })));
      /** `memories` are new, `known` are recorded already in any state, `junk` has too little text. */
      const tally = { memories: 0, known: 0, forgotten: 0, withSecrets: 0, junk: 0 };
      for (const [i, { note, section }] of sections.entries()) {
        call.signal.throwIfAborted();
        call.progress(i + 1, sections.length, "notes");
        const lesson = lessonOf(note, section);
        const state = hasTooLittleText(section.content) ? "junk" : await memories.stateOf(call, lesson);
        if (state !== undefined) {
          tally[state === "junk" || state === "forgotten" ? state : "known"] += 1;
          continue;
        }
        tally.memories += 1;
        if ([section.title, section.content].some(redaction.hasSecret)) tally.withSecrets += 1;
        if (!dryRun) await memories.addAll(call, [lesson]);
      }
      return { files: notes.length, ...tally };
    },
  };
}
