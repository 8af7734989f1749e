import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Parser as WasmParser } from "web-tree-sitter";
import type { SyntaxParser } from "../syntax-parser.js";

/** Language names and their grammar files. The grammar of C++ also parses C. */
const grammars: Readonly<Record<string, string>> = {
  bash: "bash",
  c: "cpp",
  cpp: "cpp",
  csharp: "c-sharp",
  css: "css",
  go: "go",
  java: "java",
  javascript: "javascript",
  php: "php",
  powershell: "powershell",
  python: "python",
  ruby: "ruby",
  rust: "rust",
  tsx: "tsx",
  typescript: "typescript",
};

/** Grammars as WebAssembly, loaded on first use. */
export function treeSitterParser(): SyntaxParser {
  const parsers = new Map<string, Promise<WasmParser | undefined>>();
  const problems: string[] = [];
  const loadOrReport = (grammar: string) =>
    load(grammar).catch((error) => {
      problems.push(`The grammar of ${grammar} cannot be loaded: ${error instanceof Error ? error.message : error}`);
      return undefined;
    });
  return {
    problems: () => problems,
    async parse(language, text, visit) {
      const grammar = grammars[language];
      if (grammar === undefined) return undefined;
      const loading = parsers.get(grammar) ?? loadOrReport(grammar);
      parsers.set(grammar, loading);
      const tree = (await loading)?.parse(text);
      if (!tree) return undefined;
      try {
        return visit(tree.rootNode);
      } finally {
        tree.delete();
      }
    },
  };
}

let libraryLoading: Promise<typeof import("web-tree-sitter")> | undefined;

async function load(grammar: string): Promise<WasmParser> {
  libraryLoading ??= import("web-tree-sitter").then(async (library) => {
    await library.Parser.init();
    return library;
  });
  const { Language, Parser } = await libraryLoading;
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(grammarFolder(), `tree-sitter-${grammar}.wasm`)));
  return parser;
}

/** The grammars in the installed package. */
const grammarFolder = () =>
  dirname(createRequire(realpathSync(process.argv[1] ?? "")).resolve("@vscode/tree-sitter-wasm"));
