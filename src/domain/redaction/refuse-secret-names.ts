import { AppError } from "../../base/errors.js";

/** Fields that identify something: a changed name would identify something else. */
const identifierNames =
  /^(?:key|name|id|ids|slug|dotpath|path|file|folder|repo|project|[a-z]+_(?:id|ids|key|name|path|type)|[a-z]+(?:Id|Name|Path))$/;
const secretKeys = /(?:api|access|secret|private)_key$/;

export const isIdentifierName = (name: string): boolean => identifierNames.test(name) && !secretKeys.test(name);

/** Refuses input whose names are secrets: names cannot be replaced by a placeholder, since two would become one. */
export function refuseSecretNames(input: Readonly<Record<string, unknown>>, redact: (text: string) => string): void {
  for (const [name, value] of Object.entries(input)) {
    if (!isIdentifierName(name) || typeof value !== "string" || redact(value) === value) continue;
    throw new AppError("invalid", `${name} looks like a secret, so it cannot be used as a name. Nothing was written.`, {
      hint: `Give another ${name}. If it is not a secret, allow it: \`throughline secrets scan\` shows how.`,
    });
  }
}
