/**
 * The types in an answer, by JSON's names: a list has one element, a key that ends in `?` may be missing, and `*` stands
 * for any key. `any` is for values that a caller chose. Plain data, because a schema of zod for every tool would cost each
 * start of a server.
 */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "string|null"
  | "number|null"
  | "any"
  | readonly [Shape]
  | { readonly [key: string]: Shape };

/** What a tool answers. */
export interface AnswerSchema<T> {
  readonly shape: Shape;
  /** For the compiler only. */
  readonly answer?: T;
}

/** With a type, the compiler checks that the shape names every field of it; without one, the type follows from the shape. */
export function answerOf<T>(shape: ShapeOf<T>): AnswerSchema<T>;
export function answerOf<const S extends Shape>(shape: S): AnswerSchema<FromShape<S>>;
export function answerOf(shape: Shape): AnswerSchema<unknown> {
  return { shape };
}

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
export type FromShape<S> = S extends "string"
  ? string
  : S extends "number"
    ? number
    : S extends "boolean"
      ? boolean
      : S extends "string|null"
        ? string | null
        : S extends "number|null"
          ? number | null
          : S extends "any"
            ? unknown
            : S extends readonly [infer Element]
              ? readonly FromShape<Element>[]
              : S extends { readonly "*": infer Value }
                ? Readonly<Record<string, FromShape<Value>>>
                : { readonly [K in keyof S as RequiredKey<K>]: FromShape<S[K]> } & {
                    readonly [K in keyof S as OptionalKey<K>]?: FromShape<S[K]>;
                  };
type RequiredKey<K> = K extends `${string}?` ? never : K;
type OptionalKey<K> = K extends `${infer Name}?` ? Name : never;
