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

/** Bump when the same file yields other chunks or documents: files indexed with an older version are read again. */
export const chunksVersion = "7";

/** Splits a file by syntax where there is a grammar, by headings where it has some, else into windows. */
export async function chunkFile(parser: SyntaxParser, path: string, text: string): Promise<ChunkedFile> {
  const language = languageOf(path);
  const plain = text.replaceAll("\r\n", "\n");
  const syntax = componentLanguages.has(language)
    ? await readComponent(parser, language, plain)
    : ((await parser.parse(language, plain, readSyntax)) ?? readSections(language, plain));
  return { language, chunks: cutChunks(plain, syntax?.regions ?? []), symbols: syntax?.symbols ?? [] };
}
