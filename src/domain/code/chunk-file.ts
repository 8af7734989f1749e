import type { SyntaxParser } from "../../engine/syntax-parser.js";
import type { CodeChunk, CodeSymbol } from "./code-chunk.js";
import { cutChunks } from "./cut-chunks.js";
import { languageOf } from "./languages.js";
import { componentLanguages, readComponent } from "./read-component.js";
import { readSections } from "./read-sections.js";
import { readSyntax } from "./read-syntax.js";

export interface ChunkedFile {
  readonly language: string;
  readonly chunks: readonly CodeChunk[];
  readonly symbols: readonly CodeSymbol[];
}

/** Changes whenever the same file gives other chunks or documents: files that were read before it are read again. */
export const chunksVersion = "4";

/** A file in pieces along its syntax where there is a grammar, along its headings where it has some, else in windows. */
export async function chunkFile(parser: SyntaxParser, path: string, text: string): Promise<ChunkedFile> {
  const language = languageOf(path);
  const plain = text.replaceAll("\r\n", "\n");
  const syntax = componentLanguages.has(language)
    ? await readComponent(parser, language, plain)
    : ((await parser.parse(language, plain, readSyntax)) ?? readSections(language, plain));
  return { language, chunks: cutChunks(plain, syntax?.regions ?? []), symbols: syntax?.symbols ?? [] };
}
