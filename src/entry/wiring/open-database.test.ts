import { describe, expect, it } from "vitest";
import { homeAt } from "../../base/home.js";
import { resolveSettings } from "../../base/resolve-settings.js";
import { databaseOf } from "./open-database.js";

describe("databaseOf", () => {
  it("opens no database in place of one whose address is invalid", async () => {
    const layer = {
      origin: "user file",
      where: "config.json",
      approved: true,
      values: { database: "sqlit:a" },
    } as const;
    const database = databaseOf(resolveSettings([layer]).values, homeAt("/nonexistent"));
    await expect(database.open()).rejects.toMatchObject({ hint: expect.stringContaining("config unset database") });
  });
});
