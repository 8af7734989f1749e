import { afterAll, describe, expect, it } from "vitest";
import { namedServer, ownServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const server = named ? namedServer(named) : await ownServer();

if (typeof server === "string") it.skip(`moving to PostgreSQL (skipped: ${server})`, () => {});
else {
  describe("moving to PostgreSQL and back", () => {
    const product = new Product();
    afterAll(async () => {
      product.remove();
      await server.stop();
    });
    const json = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
      const { status, stdout, stderr } = product.run([...args, "--json"], { env });
      expect(stderr).toBe("");
      expect(status).toBe(0);
      return JSON.parse(stdout);
    };

    it("copies every row there and back unchanged, and finds it in both databases", async () => {
      for (const n of [1, 2, 3]) {
        json([
          "memory",
          "record",
          "--project-id",
          "shop",
          "--title",
          `Pool lesson ${n}`,
          "--outcome",
          "success",
          "--content",
          `The connection pool was exhausted for the ${n}th time by walruses.`,
        ]);
      }
      const url = await server.freshDatabase();
      const home = `sqlite:${product.home}/throughline.db`;
      const there = json(["migrate", "--from", home, "--to", url]);
      expect(there.isWhole).toBe(true);
      expect(there.tables.find(({ table }: { table: string }) => table === "memories")).toMatchObject({ rows: 3 });

      const onServer = { THROUGHLINE_DATABASE: url };
      expect(json(["search", "walruses"], onServer).hits).toHaveLength(3);
      json(
        [
          "memory",
          "record",
          "--project-id",
          "shop",
          "--title",
          "A fourth",
          "--outcome",
          "success",
          "--content",
          "Numbers go on after those that were brought along.",
        ],
        onServer,
      );

      const again = product.run(["migrate", "--from", home, "--to", url]);
      expect(again.status).toBe(4);
      expect(again.stderr).toContain("not empty");
      const back = `sqlite:${product.folder}/back.db`;
      expect(json(["migrate", "--from", url, "--to", back]).isWhole).toBe(true);
      expect(json(["search", "walruses"], { THROUGHLINE_DATABASE: back }).hits).toHaveLength(3);
    });
  });
}
