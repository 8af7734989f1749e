import { describe, expect, it } from "vitest";
import { cardAt, cardPage, showsCards, withCards } from "./cards.js";

const tool = (name: string) => ({
  name,
  description: "",
  annotations: {},
  inputSchema: { type: "object" as const },
  outputSchema: { type: "object" as const },
});

describe("cards", () => {
  it("are for clients that declare the extension with our MIME type", () => {
    const announced = (mimeTypes: string[]) => ({ extensions: { "io.modelcontextprotocol/ui": { mimeTypes } } });
    expect(showsCards(announced(["text/html;profile=mcp-app"]))).toBe(true);
    expect(showsCards(announced(["text/other"]))).toBe(false);
    expect(showsCards({})).toBe(false);
    expect(showsCards(undefined)).toBe(false);
  });

  it("are named by the tools whose answers they show, and each name resolves", () => {
    const [list, other] = withCards([tool("memory_list"), tool("memory_record")]);
    expect(list).toMatchObject({ _meta: { ui: { resourceUri: "ui://throughline/review" } } });
    expect(other).not.toHaveProperty("_meta");
    expect(cardAt("ui://throughline/review")).toBe("review");
    expect(cardAt("ui://throughline/other")).toBeUndefined();
    expect(cardAt("ui://elsewhere/review")).toBeUndefined();
  });

  it("run their own script and nothing else", () => {
    const page = cardPage("review", { script: "go()", style: "p{}" });
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain("unsafe-inline");
    expect(page).toContain('data-card="review"');
  });
});
