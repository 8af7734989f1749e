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
  ])("shares %s", (path) => expect(isShareable(path)).toBe(true));

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
  ])("does not share %j", (path) => expect(isShareable(path)).toBe(false));
});

describe("staysLocal", () => {
  it("is true for local files, not for files that others may have committed", () => {
    expect(staysLocal("state/active.json")).toBe(true);
    expect(staysLocal("README.md")).toBe(false);
  });
});
