import type * as z from "zod";

type Issue = z.core.$ZodIssue;

/** A sentence without its period; `nameOf` says how the surface calls a field. */
export function describeIssue(issue: Issue, nameOf: (field: string) => string = (field) => field): string {
  const [first = "", ...rest] = issue.path.map(String);
  const field = [first === "" ? "" : nameOf(first), ...rest].join(".");
  return `${field} ${issueText(issue)}`.trim();
}

function issueText(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is missing"
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${listOf(issue.values.map(String))}`;
    case "too_small":
      return limitText(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return limitText(issue.origin, "at most", Number(issue.maximum));
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return "has a value of the wrong kind";
    default:
      return issue.message;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  string: "a text",
  array: "a list",
  object: "an object",
  record: "an object",
};

const listOf = (values: readonly string[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;

function limitText(origin: string, bound: string, limit: number): string {
  if (origin === "string")
    return limit === 1 && bound === "at least" ? "must not be empty" : `must have ${bound} ${limit} characters`;
  if (origin === "array") return `must have ${bound} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `must be ${bound} ${limit}`;
}
