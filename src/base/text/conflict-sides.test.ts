import { expect, it } from "vitest";
import { conflictSides } from "./conflict-sides.js";

it("returns both texts of a file with conflict markers, without the base", () => {
  const text = "a\n<<<<<<< HEAD\nours\n||||||| base\nold\n=======\ntheirs\n>>>>>>> stash\nz\n";
  expect(conflictSides(text)).toEqual(["a\nours\nz\n", "a\ntheirs\nz\n"]);
});

it("reads several conflicts, and Windows line endings", () =>
  expect(conflictSides("<<<<<<< a\r\n1\r\n=======\r\n2\r\n>>>>>>> b\r\n<<<<<<< a\n3\n=======\n>>>>>>> b")).toEqual([
    "1\r\n3\n",
    "2\r\n",
  ]));

it("returns nothing for a text without conflicts", () => expect(conflictSides("=======\ntitle\n")).toEqual([]));
