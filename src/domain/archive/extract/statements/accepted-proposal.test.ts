import { describe, expect, it } from "vitest";
import { acceptedProposal } from "./accepted-proposal.js";

describe("what a person agreed to", () => {
  it.each([
    [
      "Isar is unmaintained. Drift on top of SQLite is the solid choice; I would move local storage to it.",
      "yeah do drift for all the local stuff",
    ],
    ["Piecewise linear breaks on cuts. I'd keep the sessions in Redis with a TTL of an hour.", "ok"],
    ["Un GenServer para cada válvula, bajo un supervisor, así un fallo se queda en la suya.", "venga, hazlo así"],
    ["Flysystem avec un stockage objet chez OVH règle le problème ; je propose de l'utiliser.", "Adopté."],
    ["可以换成 PostgreSQL,按天分区存包裹事件,查起来也快。要换吗?", "换"],
  ])("is decided: %s", (answer, prompt) => {
    expect(acceptedProposal(answer, prompt)).toMatchObject({ about: "decision", by: "person" });
  });

  it.each([
    ["I can add a test for that.", "yes"],
    [
      "I looked at the counts. They come from the session. The flag was set by the old hook. Orphans are not referenced by any commit. The rest is clean. Shall I go on?",
      "yes",
    ],
    ["Two files:\n├── data.go  # keeps the rows in Redis\n└── main.go", "yeah, let's do that"],
    ["Shall I run the suite again?", "go ahead"],
    ["I'd keep the sessions in Redis with a TTL of an hour.", "no, in Postgres"],
    ["I'd keep the sessions in Redis with a TTL of an hour.", "ok but why not Postgres?"],
    ["I'd keep the sessions in Redis with a TTL of an hour.", "The build is red again."],
    ["The importer handles empty files now and all 41 tests pass.", "great, do that for the exporter"],
  ])("is not: %s, %s", (answer, prompt) => {
    expect(acceptedProposal(answer, prompt)).toBeUndefined();
  });
});
