import { lexer, type Token, type Tokens } from "marked";
import { type ComponentChildren, h } from "preact";
import { safeLink } from "./safe-link.js";

/** Renders Markdown as elements. HTML in the text is shown as text, never parsed. */
export const Markdown = ({ text }: { readonly text: string }) => <div class="markdown">{blocks(lexer(text))}</div>;

const blocks = (tokens: readonly Token[]): ComponentChildren => tokens.map(block);
const inline = (tokens: readonly Token[] | undefined, otherwise = ""): ComponentChildren =>
  tokens === undefined ? plain(otherwise) : tokens.map(span);

function block(token: Token, key: number): ComponentChildren {
  switch (token.type) {
    case "heading":
      // The headings of the page rank above those of a text.
      return h(`h${Math.min(6, (token as Tokens.Heading).depth + 2)}`, { key }, inline(token.tokens));
    case "paragraph":
      return <p key={key}>{inline(token.tokens, token.text)}</p>;
    case "text":
      return <span key={key}>{inline(token.tokens, token.text)}</span>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <pre key={key} tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote key={key}>{blocks(token.tokens ?? [])}</blockquote>;
    case "list":
      return list(token as Tokens.List, key);
    case "table":
      return table(token as Tokens.Table, key);
    case "hr":
      return <hr key={key} />;
    case "space":
    case "def":
      return null;
    default:
      return <p key={key}>{token.raw}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List, key: number): ComponentChildren {
  const rows = items.map((item, i) => (
    <li key={i} class={item.task ? "task" : undefined}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} disabled aria-label="Done" />}
      {blocks(item.tokens)}
    </li>
  ));
  return ordered ? (
    <ol key={key} start={typeof start === "number" ? start : 1}>
      {rows}
    </ol>
  ) : (
    <ul key={key}>{rows}</ul>
  );
}

const table = ({ header, rows }: Tokens.Table, key: number): ComponentChildren => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <div key={key} class="table-scroll" tabIndex={0}>
    <table>
      <thead>
        <tr>{header.map((cell) => h("th", {}, inline(cell.tokens)))}</tr>
      </thead>
      <tbody>{rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, inline(cell.tokens)))))}</tbody>
    </table>
  </div>
);

function span(token: Token, key: number): ComponentChildren {
  switch (token.type) {
    case "strong":
      return <strong key={key}>{inline(token.tokens)}</strong>;
    case "em":
      return <em key={key}>{inline(token.tokens)}</em>;
    case "del":
      return <del key={key}>{inline(token.tokens)}</del>;
    case "codespan":
      return <code key={key}>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br key={key} />;
    case "link":
      return link(token as Tokens.Link, key);
    case "image":
      // Never fetched: a request for an image would reveal that this text was read.
      return <span key={key}>{`[image: ${(token as Tokens.Image).text || (token as Tokens.Image).href}]`}</span>;
    case "escape":
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens) : plain((token as Tokens.Text).text);
    default:
      return plain(token.raw);
  }
}

function link({ href, tokens, raw }: Tokens.Link, key: number): ComponentChildren {
  const safe = safeLink(href);
  if (safe === undefined) return <span key={key}>{raw}</span>;
  return (
    <a key={key} href={safe} rel="noreferrer noopener" target={safe.startsWith("#") ? undefined : "_blank"}>
      {inline(tokens)}
    </a>
  );
}

/** Decodes the entities into which the lexer escapes some characters. */
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
