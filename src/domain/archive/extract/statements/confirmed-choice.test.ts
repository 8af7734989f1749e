import { expect, it } from "vitest";
import { confirmedChoice } from "./confirmed-choice.js";

const choice = (text: string) =>
  ({ kind: "statement", about: "decision", text, by: "person", dropped: ["redux"] }) as const;

it.each([
  [
    "Since clipboards hold secrets, either SQLCipher or the keychain could protect it. → sqlcipher.",
    ["I'll add the crate first.", "History is in a SQLCipher database and the key lives in the keychain."],
    "History is in a SQLCipher database and the key lives in the keychain.",
  ],
  [
    "Make visits_daily incremental with a three day lookback. → go for it",
    ["visits_daily is incremental now with a three day lookback. The run took 4 s. All 12 tests pass."],
    "visits_daily is incremental now with a three day lookback.",
  ],
  ["可以继续用 QPainter，或者接 libass。 → 那就接 libass", ["预览已经由 libass 渲染。"], "预览已经由 libass 渲染。"],
])("a choice is stated in the words of its confirmation: %s", (text, answers, confirmed) => {
  expect(confirmedChoice(choice(text), answers)).toEqual({ ...choice(confirmed), by: "agent" });
});

it.each([
  ["Redis or in process? → in process", ["Done. All tests pass."]],
  ["Redis or in process? → redis", ["I could also move the locks to Redis later.", "Shall I write the Redis adapter?"]],
  ["I'd keep sessions in a table. → ok", ["The table of contents is fixed. The build passes. Nothing else changed."]],
])("and stays as it was said where nothing confirms it: %s", (text, answers) => {
  expect(confirmedChoice(choice(text), answers)).toEqual(choice(text));
});
