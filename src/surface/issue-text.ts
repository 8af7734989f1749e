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
      return issue.message.endsWith("received undefined") ? "is missing" : `must be ${nounOf(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
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

const nounOf = (type: string): string =>
  type === "boolean"
    ? "true or false"
    : type === "int"
      ? "a whole number"
      : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;

function limitText(origin: string, bound: string, limit: number): string {
  if (origin === "string" && limit === 1 && bound === "at least") return "must not be empty";
  const unit = origin === "string" ? "characters" : limit === 1 ? "entry" : "entries";
  return origin === "string" || origin === "array"
    ? `must have ${bound} ${limit} ${unit}`
    : `must be ${bound} ${limit}`;
}
