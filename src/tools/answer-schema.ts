import { isObject } from "../base/json.js";

/**
 * The types in an answer, by JSON's names: a list has one element, a key that ends in `?` may be missing, and `*` stands
 * for any key. `any` is for values that a caller chose. Plain data, because a schema of zod for every tool would cost each
 * start of a server.
 */
export type Shape = keyof Values | readonly [Shape] | { readonly [key: string]: Shape };

interface Values {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly "string|null": string | null;
  readonly "number|null": number | null;
  readonly any: unknown;
}

/** Several fields of one type. */
export function texts<const K extends string>(...names: readonly K[]): Readonly<Record<K, "string">>;
export function texts(...names: readonly string[]): Readonly<Record<string, "string">> {
  return Object.fromEntries(names.map((name) => [name, "string"] as const));
}
export function numbers<const K extends string>(...names: readonly K[]): Readonly<Record<K, "number">>;
export function numbers(...names: readonly string[]): Readonly<Record<string, "number">> {
  return Object.fromEntries(names.map((name) => [name, "number"] as const));
}

/** What a tool answers, and what its `run` gives for that. */
export interface AnswerSchema<T, Source = T> {
  readonly shape: Shape;
  /** For the compiler only. */
  readonly answer?: T;
  read(source: Source): T;
}

/** With a type, the compiler checks that the shape names every field of it; without one, the type follows from the shape. */
export function answerOf<T>(shape: ShapeOf<T>): AnswerSchema<T>;
export function answerOf<const S extends Shape>(shape: S): AnswerSchema<FromShape<S>>;
export function answerOf(shape: Shape): AnswerSchema<unknown> {
  return { shape, read: (answer) => answer };
}

/**
 * The fields of a shape, read from a record that may have more and whose names may be in camel case. Those that may be
 * missing are left out where they are empty.
 */
export function answerFrom<const S extends Shape>(shape: S): AnswerSchema<FromShape<S>, SourceOf<S>>;
export function answerFrom(shape: Shape): AnswerSchema<unknown> {
  return { shape, read: (source) => select(shape, source) };
}

function select(shape: Shape, source: unknown): unknown {
  if (isList(shape)) return Array.isArray(source) ? source.map((one: unknown) => select(shape[0], one)) : source;
  if (typeof shape === "string" || shape["*"] || !isObject(source)) return source;
  const fields = Object.entries(shape).flatMap(([key, inner]) => {
    const name = key.replace("?", "");
    const value = source[name in source ? name : camelCase(name)];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    return isEmpty && name !== key ? [] : [[name, select(inner, value)]];
  });
  return Object.fromEntries(fields);
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const camelCase = (name: string) => name.replace(/_./g, ([, letter = ""]) => letter.toUpperCase());

type ShapeOf<T> = unknown extends T
  ? "any"
  : [T] extends [string]
    ? "string"
    : [T] extends [number]
      ? "number"
      : [T] extends [boolean]
        ? "boolean"
        : [T] extends [string | null]
          ? "string|null"
          : [T] extends [number | null]
            ? "number|null"
            : [T] extends [readonly (infer Element)[]]
              ? readonly [ShapeOf<Element>]
              : string extends keyof T
                ? { readonly "*": ShapeOf<T[keyof T]> }
                : ObjectShape<T>;

/** Of a union, the keys that not every member has may be missing. */
type ObjectShape<T> = { readonly [K in KeyOf<T> as KeyName<T, K>]: ShapeOf<Exclude<ValueOf<T, K>, undefined>> };
type KeyOf<T> = T extends unknown ? Extract<keyof T, string> : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never;
type KeyName<T, K extends string> = undefined extends ValueOf<T, K> ? `${K}?` : K;

/** The type that a shape describes. */
export type FromShape<S> = S extends keyof Values
  ? Values[S]
  : S extends readonly [infer Element]
    ? readonly FromShape<Element>[]
    : S extends { readonly "*": infer Value }
      ? Readonly<Record<string, FromShape<Value>>>
      : { readonly [K in keyof S as RequiredKey<K>]: FromShape<S[K]> } & {
          readonly [K in keyof S as OptionalKey<K>]?: FromShape<S[K]>;
        };
type RequiredKey<K> = K extends `${string}?` ? never : K;
type OptionalKey<K> = K extends `${infer Name}?` ? Name : never;

type SourceOf<S> = S extends string
  ? FromShape<S>
  : S extends readonly [infer Element]
    ? readonly SourceOf<Element>[]
    : S extends { readonly "*": infer Value }
      ? Readonly<Record<string, FromShape<Value>>>
      : SourceFields<S, "snake"> | SourceFields<S, "camel">;
type SourceFields<S, Case> = { readonly [K in keyof S as Named<RequiredKey<K>, Case>]: SourceOf<S[K]> } & {
  readonly [K in keyof S as Named<OptionalKey<K>, Case>]?: SourceOf<S[K]> | undefined;
};
type Named<K, Case> = Case extends "snake" ? Extract<K, string> : CamelCase<K>;
type CamelCase<K> = K extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Extract<K, string>;
