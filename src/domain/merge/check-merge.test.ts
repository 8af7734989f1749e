import { describe, expect, it } from "vitest";
import { findMergeFault } from "./check-merge.js";

const base = "# Guide\n\nfirst words of it\n\n## Install\n\nrun the installer\n\n## Use\n\nstart the program\n";
const ours = base.replace("run the installer", "run the new installer");
const theirs = base.replace("start the program", "start the program twice");
const correctMerge = ours.replace("start the program", "start the program twice");

describe("findMergeFault", () => {
  it("accepts a correct merge of both sides", () => {
    expect(findMergeFault(correctMerge, { base, ours, theirs })).toBeUndefined();
  });

  it.each([
    ["lost line", correctMerge.replace("run the new installer\n\n", "")],
    ["lost line", correctMerge.replace("twice", "")],
    ["doubled line", `${correctMerge}\nrun the new installer\n`],
    [
      "order",
      "# Guide\n\nfirst words of it\n\n## Use\n\nstart the program twice\n\n## Install\n\nrun the new installer\n",
    ],
    [
      "heading",
      correctMerge
        .replace("## Install\n\n", "")
        .replace("run the new installer\n\n## Use", "## Use\n\n## Install\n\nrun the new installer"),
    ],
  ])("finds a %s", (fault, text) => {
    const actual = findMergeFault(text, { base, ours, theirs });
    expect(actual).toBeDefined();
    if (fault !== "heading") expect(actual).toBe(fault);
  });

  it("finds a line that both sides added more than once, and that the merge has more often than either", () => {
    const list = (...items: string[]) => `# Proposals\n\n${items.map((item) => `- the ${item} proposal\n`).join("")}`;
    const sides = {
      base: list("first"),
      ours: list("new", "second", "new"),
      theirs: list("first", "new", "second", "new"),
    };
    expect(findMergeFault(list("new", "second", "new"), sides)).toBeUndefined();
    expect(findMergeFault(list("new", "second", "new", "new"), sides)).toBe("doubled line");
  });

  it("accepts a moved section, and a renamed heading", () => {
    const moved = "# Guide\n\nfirst words of it\n\n## Use\n\nstart the program\n\n## Install\n\nrun the installer\n";
    const mergedText = moved.replace("start the program", "start the program twice");
    expect(findMergeFault(mergedText, { base, ours: moved, theirs })).toBeUndefined();
    const renamed = base.replace("## Use", "## Usage");
    expect(findMergeFault(theirs.replace("## Use", "## Usage"), { base, ours: renamed, theirs })).toBeUndefined();
  });
});
