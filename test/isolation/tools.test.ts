import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { callTool } from "../../src/surface/call-tool.js";
import { tools } from "../../src/tools/catalog.js";
import { namedServer, ownServer, type PostgresServer } from "../support/postgres-server.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";
import { type TestApp, testApp } from "../support/test-app.js";
import { fillStores, wordOf } from "./attack-stores.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const [thief, victim] = ["acme", "globex"];

const poisons = [
  `'; SELECT set_config('throughline.tenant', '${victim}', true); --`,
  `${victim}' OR tenant = '${victim}`,
  `mem_${victim}`,
  wordOf(victim),
  victim,
];

attack(named ? namedServer(named) : await ownServer());

function attack(server: PostgresServer | string): void {
  if (typeof server === "string") {
    it.skip(`tools against another tenant's rows (skipped: ${server})`, () => {});
    return;
  }
  describe(`tools against another tenant's rows, on ${server.name}`, () => {
    let database: TenantDatabase;
    let app: TestApp;
    beforeAll(async () => {
      database = await openTenantDatabase(server);
      for (const tenant of [thief, victim]) await fillStores(database.service, tenant);
      app = await testApp({}, undefined, { sql: database.service });
    });
    afterAll(async () => {
      await app.remove();
      await database.close();
      await server.stop();
    });
    const rowsOfVictim = () =>
      inTenant(victim, async () =>
        JSON.stringify(await database.owner.all("SELECT * FROM memories WHERE tenant = ?", [victim])),
      );

    for (const tool of tools) {
      it(`${tool.name} returns and changes nothing of another tenant for any input`, async () => {
        const before = await rowsOfVictim();
        const call = { ...app.call, tenant: thief };
        for (const poison of poisons) {
          const answer = await callTool(tool, poisoned(tool.input, poison), { ...app, call }).catch((error) =>
            String(error),
          );
          const answerText = JSON.stringify(answer) ?? "";
          expect(answerText.replaceAll(poison, "").replaceAll(JSON.stringify(poison).slice(1, -1), "")).not.toContain(
            `Only ${victim} knows`,
          );
        }
        expect(await rowsOfVictim()).toBe(before);
      });
    }
  });
}

/** An input that fits the schema, with the attack string in every text. */
function poisoned(schema: z.ZodObject, poison: string): unknown {
  return fill(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), poison);
}

type Schema = Readonly<Record<string, unknown>>;

function fill(schema: Schema, poison: string): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return fill((schema.anyOf[0] ?? {}) as Schema, poison);
  if (schema.type === "object") {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return Object.fromEntries(fields.map(([name, field]) => [name, fill(field, poison)]));
  }
  if (schema.type === "array") return [fill((schema.items ?? {}) as Schema, poison)];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return false;
  return poison;
}
