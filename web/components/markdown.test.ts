import fc from "fast-check";
import type { ComponentChild, VNode } from "preact";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.js";

interface Element {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** The rendered elements, and their text. */
function renderMarkdown(text: string): { elements: Element[]; words: string } {
  const elements: Element[] = [];
  const walk = (child: ComponentChild | readonly ComponentChild[]): string => {
    if (Array.isArray(child)) return child.map(walk).join("");
    if (typeof child === "string" || typeof child === "number") return String(child);
    if (typeof child !== "object" || child === null) return "";
    const { type, props } = child as VNode<{ children?: ComponentChild }>;
    elements.push({ type: String(type), props: props as Element["props"] });
    return walk(props.children as ComponentChild);
  };
  const words = walk(Markdown({ text }) as ComponentChild);
  return { elements, words };
}

const harmless =
  "div p span h3 h4 h5 h6 pre code blockquote ul ol li input table thead tbody tr th td hr strong em del br a".split(
    " ",
  );

describe("Markdown", () => {
  it("renders headings, lists, tables, code and links", () => {
    const { elements, words } = renderMarkdown(
      "# Title\n\n- [x] done\n- **bold** `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1 < 2;\n```\n\n[link](https://example.com)",
    );
    const types = elements.map(({ type }) => type);
    for (const type of ["h3", "li", "input", "strong", "code", "td", "pre", "a"]) expect(types).toContain(type);
    expect(words).toContain("const a = 1 < 2;");
    expect(elements.find(({ type }) => type === "a")?.props).toMatchObject({
      href: "https://example.com",
      rel: "noreferrer noopener",
    });
  });

  it("shows tags, entities and images as text, and drops unsafe links", () => {
    const { elements, words } = renderMarkdown(
      "<script>a()</script>\n\nHi <b onclick=x>there</b> &amp; [a](javascript:b()) ![pixel](https://evil.example/p.png)",
    );
    expect(words).toContain("<script>a()</script>");
    expect(words).toContain("<b onclick=x>");
    expect(words).toContain("[a](javascript:b())");
    expect(elements.filter(({ type }) => type === "a" || type === "img")).toEqual([]);
  });

  it("renders only harmless elements for any text", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "<img src=x onerror=a()>",
        "[x](",
        "javascript:a()",
        ")",
        "](data:x)",
        "<script>",
        "\n\n",
        "- ",
        "> ",
        "```",
        "| a |\n|-|\n",
        "&#115;",
        "<a href='javascript:a()'>",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const { type, props } of renderMarkdown(pieces.join("")).elements) {
          expect(harmless).toContain(type);
          expect(Object.keys(props).filter((name) => /^on|innerhtml|^src|^style/i.test(name))).toEqual([]);
          if (type === "a") expect(String(props.href)).toMatch(/^(https?:\/\/|mailto:|#\/)/i);
        }
      }),
    );
  });
});
