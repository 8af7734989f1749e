import { describe, expect, it } from "vitest";
import { correctedNumbers } from "./corrected-numbers.js";

describe("correctedNumbers", () => {
  it.each([
    ["The lease lasts 12 hours. Olga owns it.", "24 hours, we changed that.", "The lease lasts 24 hours.", "12 hours"],
    ["The server listens on 3000.", "it's on 4810, 3000 is grafana", "The server listens on 4810.", "3000"],
    [
      "Retries stop after three attempts.",
      "five attempts please",
      "Retries stop after five attempts.",
      "three attempts",
    ],
    ["Die Sitzung endet nach 30 Minuten.", "Nein, 20.", "Die Sitzung endet nach 20 Minuten.", "30 minuten"],
    ["El límite es de 100 filas.", "Perdón, son 250.", "El límite es de 250 filas.", "100 filas"],
    ["Le jeton expire après 5 minutes.", "Non, dix minutes.", "Le jeton expire après dix minutes.", "5 minutes"],
    ["I changed 2 files. The limit is 50 MB.", "80", "The limit is 80 MB.", "50 mb"],
  ])("%s %s", (before, prompt, text, wrong) => expect(correctedNumbers(before, prompt)).toEqual([{ text, wrong }]));

  it("takes a correction within one prompt", () => {
    expect(correctedNumbers("", "Slots are 15 min. Sorry no, 20 min.")).toEqual([
      { text: "Slots are 20 min.", wrong: "15 min" },
    ]);
  });

  it.each([
    ["another thing with the same unit", "The timeout is 30 seconds.", "Product pages are cached for 60 seconds."],
    ["a request", "All 14 tests pass.", "great, next add pagination with 50 rows"],
    ["the same number", "The limit is 50 MB.", "50 MB is right"],
    ["a question", "The limit is 50 MB.", "Is 80 MB too much?"],
  ])("does not take %s", (_, before, prompt) => expect(correctedNumbers(before, prompt)).toEqual([]));
});
