import * as z from "zod";
import { isIdentifierName } from "../../src/domain/redaction/refuse-secret-names.js";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
}

export interface Planted {
  /** The field that has the secret. */
  readonly path: string;
  readonly value: unknown;
}

export interface Canary {
  /** What a name or an id becomes. */
  readonly name: string;
  readonly sentence: string;
}

/** For every string that a schema allows, at any depth, a value with the secret there; the rest is as in the example. */
export function plantInSchema(input: z.ZodType, example: unknown, canary: Canary): Planted[] {
  return plant(z.toJSONSchema(input, { io: "input" }) as Schema, example, canary, "");
}

function plant(schema: Schema, example: unknown, canary: Canary, path: string): Planted[] {
  const own = (schema.anyOf ?? []).flatMap((one) => plant(one, example, canary, path));
  if (schema.items !== undefined) {
    const [member] = Array.isArray(example) ? example : [];
    own.push(...plant(schema.items, member, canary, `${path}[]`).map((one) => ({ ...one, value: [one.value] })));
  }
  if (schema.type === "object") own.push(...plantInObject(schema, example, canary, path));
  if (schema.type === "string" || schema.enum !== undefined || schema.type === undefined) {
    const name = path.split(".").at(-1) ?? "";
    own.push({ path, value: isIdentifierName(name) ? canary.name : canary.sentence });
  }
  return own;
}

function plantInObject(schema: Schema, example: unknown, canary: Canary, path: string): Planted[] {
  const base = { ...sampleOf(schema), ...(typeof example === "object" ? example : {}) };
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    plant(field, base[name], canary, path === "" ? name : `${path}.${name}`).map((one) => ({
      path: one.path,
      value: { ...base, [name]: one.value },
    })),
  );
  if (typeof schema.additionalProperties !== "object") return fields;
  return [...fields, { path: `${path}.*`, value: { ...base, note: canary.sentence, [canary.name]: canary.sentence } }];
}

/** A value for each field that is required. */
function sampleOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name] ?? {})]));
}

function sampleValue(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === "array") return [];
  if (schema.type === "object") return sampleOf(schema);
  if (schema.type === "boolean") return true;
  return schema.type === "integer" || schema.type === "number" ? 1 : "a few words";
}
