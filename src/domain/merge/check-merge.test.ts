import { describe, expect, it } from "vitest";
import { findMergeFault } from "./check-merge.js";

const base = "# Guide\n\nfirst words of it\n\n## Install\n\nrun the installer\n\n## Use\n\nstart the program\n";
const ours = base.replace("run the installer", "run the new installer");
const theirs = base.replace("start the program", "start the program twice");
const good = ours.replace("start the program", "start the program twice");

describe("findMergeFault", () => {
  it("finds nothing wrong with what both sides did", () => {
    expect(findMergeFault(good, { base, ours, theirs })).toBeUndefined();
  });

  it.each([
    ["lost line", good.replace("run the new installer\n\n", "")],
    ["lost line", good.replace("twice", "")],
    ["doubled line", `${good}\nrun the new installer\n`],
    [
      "order",
      "# Guide\n\nfirst words of it\n\n## Use\n\nstart the program twice\n\n## Install\n\nrun the new installer\n",
    ],
    [
      "heading",
      good
        .replace("## Install\n\n", "")
        .replace("run the new installer\n\n## Use", "## Use\n\n## Install\n\nrun the new installer"),
    ],
  ])("finds a %s", (fault, text) => {
    const found = findMergeFault(text, { base, ours, theirs });
    expect(found).toBeDefined();
    if (fault !== "heading") expect(found).toBe(fault);
  });

  it("lets one side move a section, and rename a heading", () => {
    const moved = "# Guide\n\nfirst words of it\n\n## Use\n\nstart the program\n\n## Install\n\nrun the installer\n";
    const both = moved.replace("start the program", "start the program twice");
    expect(findMergeFault(both, { base, ours: moved, theirs })).toBeUndefined();
    const renamed = base.replace("## Use", "## Usage");
    expect(findMergeFault(theirs.replace("## Use", "## Usage"), { base, ours: renamed, theirs })).toBeUndefined();
  });
});
