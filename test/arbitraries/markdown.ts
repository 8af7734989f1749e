import fc from "fast-check";

/** Generators of team notes as people write them, for the property tests of the merge. */

const word = fc.constantFrom(
  "cache",
  "Redis",
  "deploy",
  "uses",
  "the",
  "token",
  "API",
  "never",
  "always",
  "retry",
  "ünï",
);
export const sentence = fc.array(word, { minLength: 2, maxLength: 6 }).map((words) => words.join(" "));
const blank = fc.constantFrom("\n", "\n", "\n", "\n\n");

const paragraph = fc
  .array(sentence, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((line) => `${line}.\n`).join(""));
const listItem = fc
  .tuple(fc.constantFrom("- ", "- [ ] ", "- [x] ", "  - ", "1. "), sentence, fc.boolean())
  .map(([marker, text, more]) => `${marker}${text}\n${more && marker === "- " ? "  and more\n" : ""}`);
const list = fc.array(listItem, { minLength: 1, maxLength: 5 }).map((items) => items.join(""));
const table = fc
  .array(fc.tuple(word, sentence), { minLength: 1, maxLength: 4 })
  .map((rows) => `| name | note |\n|---|---|\n${rows.map(([name, note]) => `| ${name} | ${note} |\n`).join("")}`);
const code = sentence.map((line) => `\`\`\`sh\n## ${line}\n- ${line}\n\`\`\`\n`);
const comment = sentence.map((line) => `<!--\n# ${line}\n-->\n`);

const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  { weight: 4, arbitrary: list },
  { weight: 1, arbitrary: table },
  { weight: 1, arbitrary: code },
  { weight: 1, arbitrary: comment },
);

const heading = fc
  .tuple(
    fc.constantFrom("#", "##", "##", "##", "###", "####"),
    fc.constantFrom("Setup", "setup", "Notes", "Deploy", "API", "Why"),
  )
  .map(([level, title]) => `${level} ${title}\n`);
const setext = fc.constantFrom("Overview\n========\n", "Details\n-------\n");
const anyHeading = fc.oneof({ weight: 6, arbitrary: heading }, { weight: 1, arbitrary: setext });

/** A section as parts: heading and blocks, each followed by blank lines. */
const section = fc
  .tuple(
    anyHeading,
    fc.array(
      fc.tuple(block, blank).map((parts) => parts.join("")),
      { maxLength: 4 },
    ),
  )
  .map(([head, blocks]) => [`${head}\n`, ...blocks]);

const frontMatter = fc
  .record({ name: sentence, tags: fc.uniqueArray(word, { maxLength: 3 }), owner: fc.option(word, { nil: "" }) })
  .map(({ name, tags, owner }) => {
    return `---\nname: ${name}\ntags: [${tags.join(", ")}]\n${owner && `owner: ${owner}\n`}---\n\n`;
  });

/** A document without front matter as a list of parts whose concatenation is the text. */
export const document = fc
  .tuple(fc.option(paragraph, { nil: "" }), fc.array(section, { maxLength: 6 }))
  .map(([preamble, sections]) => [preamble && `${preamble}\n`, ...sections.flat()].filter((part) => part !== ""));

const edit = fc.record({
  what: fc.constantFrom("insert", "remove", "replace", "line", "addLine", "dropLine", "move"),
  at: fc.nat(),
  line: fc.nat(),
  part: fc.oneof(
    block.map((text) => [`${text}\n`]),
    section,
  ),
  text: sentence,
});

const edits = fc.array(edit, { maxLength: 4 });
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function applyEdit(parts: readonly string[], { what, at, line, part, text }: Edit): string[] {
  const index = at % (parts.length + 1);
  const target = parts[index] ?? "";
  const lines = target.split("\n");
  const row = line % Math.max(1, lines.length - 1);
  switch (what) {
    case "insert":
      return parts.toSpliced(index, 0, ...part);
    case "remove":
      return parts.toSpliced(index, 1);
    case "replace":
      return parts.toSpliced(index, 1, ...part);
    case "line":
      return parts.toSpliced(
        index,
        1,
        lines.with(Math.min(row, lines.length - 1), `${lines[row] ?? ""} ${text}`).join("\n"),
      );
    case "addLine":
      return parts.toSpliced(index, 1, lines.toSpliced(row + 1, 0, `- ${text}`).join("\n"));
    case "dropLine":
      return parts.toSpliced(index, 1, lines.toSpliced(row, 1).join("\n"));
    case "move":
      return parts.toSpliced(index, 1).toSpliced(line % (parts.length + 1), 0, target);
  }
}

export const markdownText = fc
  .tuple(document, fc.boolean())
  .map(([parts, ended]) => (ended ? parts.join("") : parts.join("").trimEnd()));

const fronts = fc.oneof(
  { weight: 3, arbitrary: fc.constant(["", "", ""] as const) },
  { weight: 1, arbitrary: fc.tuple(frontMatter, frontMatter, frontMatter) },
);

/** A document and two people's edited versions. */
export const divergence = fc
  .tuple(fronts, document, edits, edits, fc.nat(7))
  .map(([[front, ourFront, theirFront], parts, left, right, endings]) => {
    const finish = (text: string, bare: number) => (bare ? text.trimEnd() : text);
    return {
      base: finish(front + parts.join(""), endings & 1),
      ours: finish(ourFront + left.reduce(applyEdit, parts).join(""), endings & 2),
      theirs: finish(theirFront + right.reduce(applyEdit, parts).join(""), endings & 4),
    };
  });
