import { expect, it } from "vitest";
import { detectProject } from "./init-store.js";

it("detects languages and build systems by the files at the root, each once", () => {
  expect(detectProject(["setup.py", "pyproject.toml", "Makefile", "README.md", "constructor"])).toEqual({
    languages: ["Python"],
    build_systems: ["Make", "pyproject.toml", "setuptools"],
  });
});
