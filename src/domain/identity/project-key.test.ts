import { describe, expect, it } from "vitest";
import { projectKey, projectName } from "./project-key.js";

const key = (remote: string) => projectKey({ remote, commonDir: "/home/ada/shop/.git" });

describe("projectKey", () => {
  it("is the same for every form of one remote, and never contains credentials", () => {
    for (const remote of [
      "git@github.com:acme/shop.git",
      "https://github.com/acme/shop",
      "https://ada:secret@GitHub.com/acme/shop.git/",
      "ssh://git@github.com:22/acme/shop.git",
    ]) {
      expect(key(remote), remote).toBe("github.com/acme/shop");
    }
  });

  it("is the repository's path when the remote is a folder or missing", () => {
    for (const remote of ["/srv/git/shop.git", "../shop", "C:\\git\\shop"]) expect(key(remote)).toBe("/home/ada/shop");
    expect(projectKey({ remote: "", commonDir: "/home/ada/notes" })).toBe("/home/ada/notes");
  });

  it("has a short name", () => {
    expect(projectName({ remote: "git@github.com:acme/shop.git", commonDir: "/x/.git" })).toBe("shop");
  });
});
