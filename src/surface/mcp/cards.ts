// MCP Apps (SEP-1865): web views of some tools' answers, for clients that support them.
import { createHash } from "node:crypto";
import type { ListedTool } from "./tool-listing.js";

const extension = "io.modelcontextprotocol/ui";
export const cardMimeType = "text/html;profile=mcp-app";
const prefix = "ui://throughline/";

/** The card of each tool that has one. */
const cardOf: Readonly<Record<string, string>> = {
  memory_list: "review",
  memory_search: "search",
  context_conflict_detail: "conflict",
  context_get_decision: "decision",
};

/** Whether a client declares support for cards. Others do not see them in any listing. */
export function showsCards(capabilities: object | undefined): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, { mimeTypes?: readonly string[] }> };
  const support = extensions?.[extension];
  return support !== undefined && (support.mimeTypes ?? [cardMimeType]).includes(cardMimeType);
}

export const withCards = (tools: readonly ListedTool[]) =>
  tools.map((tool) => {
    const card = cardOf[tool.name];
    return card === undefined ? tool : { ...tool, _meta: { ui: { resourceUri: `${prefix}${card}` } } };
  });

/** The card at a URI; undefined for any other URI. */
export function cardAt(uri: string): string | undefined {
  const name = uri.startsWith(prefix) ? uri.slice(prefix.length) : "";
  return Object.values(cardOf).find((one) => one === name);
}

/** Built script and style of all cards. */
export interface CardParts {
  readonly script: string;
  readonly style: string;
}

/** A self-contained page that runs only its own script: the content security policy allows it by hash. */
export function cardPage(card: string, { script, style }: CardParts): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Throughline</title>\n<style>${style}</style>\n</head>`,
    `<body data-card="${card}">\n<main id="card"></main>\n<script>${script}</script>\n</body>\n</html>\n`,
  ].join("\n");
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
