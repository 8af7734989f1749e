import { basename } from "node:path";
import type { Files } from "../../engine/files.js";
import type { Scope } from "../../store/context/context-layout.js";
import type { Knowledge, KnowledgeStore } from "../../store/context/knowledge-store.js";
import { rankTexts } from "../search/rank-texts.js";
import { findProjectRoot } from "./find-project-root.js";

export interface ContextHit {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly score: number;
}

/** What a team shares about a project, kept as plain files in its repository. */
export interface TeamContext {
  projectName(folder: string): Promise<string>;
  listKnowledge(folder: string): Promise<Knowledge[]>;
  readKnowledge(folder: string, key: string): Promise<Knowledge | undefined>;
  addKnowledge(folder: string, entry: { key: string; content: string; scope?: Scope }): Promise<string>;
  /** The lines that share words with the query, best first. */
  search(folder: string, query: string, limit: number): Promise<ContextHit[]>;
}

export function createTeamContext({ files, knowledge }: { files: Files; knowledge: KnowledgeStore }): TeamContext {
  const rootOf = (folder: string) => findProjectRoot(files, folder);
  return {
    projectName: async (folder) => basename(await rootOf(folder)),
    listKnowledge: async (folder) => knowledge.list(await rootOf(folder)),
    readKnowledge: async (folder, key) => knowledge.read(await rootOf(folder), key),
    addKnowledge: async (folder, entry) => knowledge.put(await rootOf(folder), entry),
    async search(folder, query, limit) {
      const entries = await knowledge.list(await rootOf(folder));
      return searchLines(query, entries.flatMap(linesOf), limit);
    },
  };
}

type Line = Omit<ContextHit, "score">;

const linesOf = ({ key, content }: Knowledge): Line[] =>
  content
    .split("\n")
    .map((text, i) => ({ key, file: `knowledge/${key}.md`, line: i + 1, text: text.trim() }))
    .filter(({ text }) => text !== "");

const searchLines = (query: string, lines: Line[], limit: number): ContextHit[] =>
  rankTexts(query, lines, (line) => line.text)
    .slice(0, limit)
    .map(({ item, score }) => ({ ...item, score: Math.round(score * 1000) / 1000 }));
