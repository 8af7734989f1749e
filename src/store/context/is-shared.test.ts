import { describe, expect, it } from "vitest";
import { isShareable, staysLocal } from "./is-shared.js";

describe("isShareable", () => {
  it.each([
    "manifest.json",
    ".gitignore",
    "knowledge/a.md",
    "knowledge/.meta.json",
    "knowledge/decisions/0001-a.md",
    "conventions/git.md",
    "skills/.meta.json",
    "skills/run/SKILL.md",
    "skills/run/.usage.ndjson",
    "skills/run/.proposals/1.json",
    "skills/run/scripts/go.sh",
    "history/sessions.ndjson",
    "preferences/team.json",
    "state/roadmap.json",
    "activity/ada.json",
  ])("lets %s go to others", (path) => expect(isShareable(path)).toBe(true));

  it.each([
    "state/active.json",
    "preferences/user.json",
    ".pending_conflicts.json",
    ".lock",
    "knowledge/.scope.json",
    "skills/.scope.json",
    "knowledge/.gitignore",
    "skills/.gitignore",
    "knowledge/a.md.1f2e3d.tmp",
    "knowledge/a\nb.md",
    "notes.txt",
    "skills/loose.md",
    "state/other.json",
    "preferences/ada.json",
  ])("keeps %j here", (path) => expect(isShareable(path)).toBe(false));
});

describe("staysLocal", () => {
  it("names what is taken out of git, not what others may have put there", () => {
    expect(staysLocal("state/active.json")).toBe(true);
    expect(staysLocal("README.md")).toBe(false);
  });
});
