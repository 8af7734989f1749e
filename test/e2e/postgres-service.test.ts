import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namedServer, ownServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const server = named ? namedServer(named) : await ownServer();

if (typeof server === "string") it.skip(`a service on PostgreSQL (skipped: ${server})`, () => {});
else {
  describe("a service on PostgreSQL, as the role that may bypass nothing", () => {
    const product = new Product();
    let database: TenantDatabase;
    let address = "";
    let child: ReturnType<Product["start"]> | undefined;
    beforeAll(async () => {
      database = await openTenantDatabase(server);
      product.env.THROUGHLINE_DATABASE = database.serviceUrl;
      const started = product.start(["serve", "--public-url", "http://127.0.0.1:1", "--port", "0"]);
      address = await new Promise<string>((found) => {
        started.stdout.on("data", (text) => {
          const listening = /Listening\s+(\S+)/.exec(String(text))?.[1];
          if (listening) found(listening);
        });
      });
      child = started;
    });
    afterAll(async () => {
      child?.kill();
      product.remove();
      await database.close();
      await server.stop();
    });

    const tokenOf = (tenant: string): string => {
      const { stdout } = product.run(["token", "create", "ada", "--tenant", tenant, "--json"]);
      return (JSON.parse(stdout) as { secret: string }).secret;
    };
    const call = async (token: string, name: string, input: object): Promise<Record<string, unknown>> => {
      const response = await fetch(`${address}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
      });
      const text = await response.text();
      const { result } = JSON.parse(text.replace(/^[\s\S]*?data: /, ""));
      return result.structuredContent;
    };

    it("keeps what one tenant records, finds it for that tenant and for no other", async () => {
      const [acme, globex] = [tokenOf("acme"), tokenOf("globex")];
      const lesson = {
        project_id: "shop",
        title: "Pools",
        content: "The walrus pool was exhausted.",
        outcome: "success",
      };
      expect(await call(acme, "memory_record", lesson)).toHaveProperty("id");
      const query = { project_id: "shop", query: "walrus pool" };
      expect(await call(acme, "memory_search", query)).toMatchObject({ count: 1 });
      expect(await call(globex, "memory_search", query)).toMatchObject({ count: 0 });
    });
  });
}
