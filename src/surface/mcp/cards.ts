// MCP Apps (SEP-1865): answers of some tools as small pages, for clients that say they can show them.
import { createHash } from "node:crypto";
import type { ListedTool } from "./tool-listing.js";

const extension = "io.modelcontextprotocol/ui";
export const cardMimeType = "text/html;profile=mcp-app";
const prefix = "ui://throughline/";

/** Which card shows the answer of which tool. */
const cardOf: Readonly<Record<string, string>> = {
  memory_list: "review",
  memory_search: "search",
  context_conflict_detail: "conflict",
  context_get_decision: "decision",
};

/** Whether a client has said that it shows cards. Others are told nothing of them, not even their addresses. */
export function showsCards(capabilities: object | undefined): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, { mimeTypes?: readonly string[] }> };
  const given = extensions?.[extension];
  return given !== undefined && (given.mimeTypes ?? [cardMimeType]).includes(cardMimeType);
}

export const withCards = (tools: readonly ListedTool[]) =>
  tools.map((tool) => {
    const card = cardOf[tool.name];
    return card === undefined ? tool : { ...tool, _meta: { ui: { resourceUri: `${prefix}${card}` } } };
  });

/** The card that an address names; undefined for any other address. */
export function cardAt(uri: string): string | undefined {
  const name = uri.startsWith(prefix) ? uri.slice(prefix.length) : "";
  return Object.values(cardOf).find((one) => one === name);
}

/** The parts that every card is made of, as they were built. */
export interface CardParts {
  readonly script: string;
  readonly style: string;
}

/** One file that loads nothing, and runs nothing but its own script: the policy names it by its hash. */
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
