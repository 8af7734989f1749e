import { describe, expect, it } from "vitest";
import { extractStatements } from "./extract-statements.js";
import { retracts } from "./retraction.js";

describe("retracts", () => {
  it.each([
    ["The archive listens on port 11112.", "Sorry, I misread the sheet, it is 11114."],
    ["Season begins 1 May.", "No, wrong, I looked at the old paper, this year it is from 15 May."],
    ["Son 180 parcelas, creo.", "Espera, no: 118 parcelas, lo acabo de ver."],
    ["扫描是 300 dpi 的。", "哦不对，我查了，是 400 dpi"],
    ["収録は2163字です。", "すみません、2136字でした。"],
  ])("%s %s", (earlier, sentence) => {
    expect(retracts(sentence, earlier)).toBe(true);
  });

  it.each([
    ["The archive listens on port 11112.", "The viewer takes 8080."],
    ["We deploy on Fridays.", "Sorry for the noise in the channel yesterday."],
    ["Prices are stored in cents.", "Quantities are stored as decimals."],
    ["Migrations run before the deploy.", "They take about two minutes."],
    ["From now on always use tabs in Makefiles.", "We decided on gRPC between the gateway and the scheduler."],
    ["The chemistry tests hang unless BREW_OFFLINE=1 is exported.", "TODO: migrate the label printer to ZPL."],
  ])("not: %s %s", (earlier, sentence) => {
    expect(retracts(sentence, earlier)).toBe(false);
  });

  it("keeps what is put in the place of what was said", () => {
    const texts = extractStatements("The season starts on 1 May. No, wrong, the season starts on 15 May.", "person");
    expect(texts.map(({ text }) => text)).toEqual(["No, wrong, the season starts on 15 May."]);
  });

  it("reads a cue of its own together with the sentence after it", () => {
    const texts = extractStatements(
      "The staging server is on port 5433. No, wrong. The staging server is on port 5434.",
      "person",
    );
    expect(texts.map(({ text }) => text)).toEqual(["The staging server is on port 5434."]);
  });
});
