import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleScript } from "../support/bundle-script.js";
import { freePort } from "../support/free-port.js";
import { ownServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";
import { createToken, serveTeam, type TeamServer } from "../support/team-service.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";

const script = await bundleScript("service-writer");
const database = await ownServer();
const writes = Number(process.env.THROUGHLINE_TEST_WRITES ?? 300);
/** Two tenants; of each, one sender that names its requests and one that does not. */
const senders = [
  { tenant: "acme", name: "ada", way: "keyed" },
  { tenant: "acme", name: "bob", way: "plain" },
  { tenant: "globex", name: "eve", way: "keyed" },
  { tenant: "globex", name: "joe", way: "plain" },
] as const;
const share = Math.ceil(writes / senders.length);

if (typeof database === "string") it.skip(`killing a service (skipped: ${database})`, () => {});
else {
  describe(`${writes} acknowledged writes over MCP, by ${senders.length} processes`, () => {
    let tenants: TenantDatabase;
    let product: Product;
    let port: string;
    let server: TeamServer;
    const children: ChildProcess[] = [];
    /** Title to id. */
    const acknowledged = new Map<string, string>();
    const serve = () => serveTeam(product, ["--port", port, "--service-rate-limit", "10000000"]);
    beforeEach(async () => {
      tenants = await openTenantDatabase(database);
      product = new Product();
      product.env.THROUGHLINE_DATABASE = tenants.serviceUrl;
      port = String(await freePort());
      server = await serve();
      acknowledged.clear();
    });
    afterEach(async () => {
      for (const child of children.splice(0)) child.kill("SIGKILL");
      await server.kill();
      product.remove();
      await tenants.close();
    });
    afterAll(async () => {
      await database.stop();
      script.remove();
    });

    const send = async ({ secret, name, way }: (typeof senders)[number] & { secret: string }) => {
      const args = [script.file, server.address, secret, name, String(share), way];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      const ended = new Promise((resolve) => child.once("close", resolve));
      for await (const line of createInterface({ input: child.stdout })) {
        const [n, id = ""] = line.split(" ");
        acknowledged.set(`${name} ${n}`, id);
      }
      expect(await ended).toBe(0);
    };
    const sendAll = async (parts: readonly number[], strike: () => Promise<void>) => {
      const known = senders.map((one) => ({ ...one, ...createToken(product, one.name, ["--tenant", one.tenant]) }));
      const all = Promise.all(known.map(send));
      // A failed sender also ends the wait.
      let hasEnded = false;
      const over = all.finally(() => {
        hasEnded = true;
      });
      for (const part of parts) {
        while (acknowledged.size < writes * part && !hasEnded) await new Promise((resolve) => setTimeout(resolve, 5));
        await strike();
      }
      await over;
    };
    const kept = async () => {
      const rows = await tenants.owner.all<{ title: string; id: string }>("SELECT title, id FROM memories");
      return new Map(rows.map(({ title, id }) => [title, id]));
    };
    const count = async () =>
      Number((await tenants.owner.all<{ n: number }>("SELECT count(*) AS n FROM memories"))[0]?.n);

    const requireAllOnce = async () => {
      expect(acknowledged.size).toBe(share * senders.length);
      expect(await kept()).toEqual(new Map(acknowledged));
      expect(await count()).toBe(acknowledged.size);
    };

    it("are refused while the database is down, without its address, and accepted again afterwards", async () => {
      const { secret } = createToken(product, "ada", ["--tenant", "acme"]);
      const authorization = `Bearer ${secret}`;
      const { host, pathname } = new URL(tenants.serviceUrl);
      expect((await server.get("/readyz")).status).toBe(200);
      await database.kill();
      const texts: string[] = [];
      const refusal = async (answer: Response) => {
        texts.push(await answer.text());
        return [answer.status, Number(answer.headers.get("retry-after")) > 0];
      };
      expect(await refusal(await server.get("/readyz"))).toEqual([503, true]);
      const lesson = { project_id: "shop", title: "t", content: "c", outcome: "success" };
      const record = () =>
        fetch(`${server.address}/api/tools/memory_record`, {
          method: "POST",
          headers: { authorization },
          body: JSON.stringify(lesson),
        });
      for (const answer of [record(), server.get("/api/whoami", { authorization }), record()])
        expect(await refusal(await answer)).toEqual([503, true]);
      const { hostname, port: databasePort } = new URL(tenants.serviceUrl);
      for (const name of [host, hostname, databasePort, pathname.slice(1), tenants.serviceRole])
        expect(texts.join("\n")).not.toContain(name);
      expect((await server.get("/healthz")).status).toBe(200);
      await database.start();
      await expect.poll(async () => (await server.get("/readyz")).status, { timeout: 30_000 }).toBe(200);
      expect((await record()).status).toBe(200);
    });

    it("are all stored once when the service is killed repeatedly", async () => {
      await sendAll([0.1, 0.3, 0.5, 0.7, 0.9], async () => {
        await server.kill();
        server = await serve();
      });
      await requireAllOnce();
    }, 900_000);

    it("are all stored once when the database is killed repeatedly", async () => {
      await sendAll([0.2, 0.5, 0.8], async () => {
        await database.kill();
        await database.start();
      });
      await requireAllOnce();
    }, 900_000);
  });
}
