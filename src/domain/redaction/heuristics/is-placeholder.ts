import { wordList } from "../scan/word-list.js";

/** Words that people write where a secret would stand. */
const standIns = wordList(`
  example changeme change_me change-me changeit placeholder dummy redacted your_ your- yourp yours yourt
  yoursecret yourtoken yourkey xxxx **** .... insert replace sample foobar todo undefined my_secret mysecret
  my-secret my_token my-token
`);

/** Whole values that are no secret: defaults, types, and the names of what they stand for. */
const whole = new Set(
  wordList(`
  password passwd passwort pass pwd secret secrets token apikey api_key null none nil true false string boolean
  number object text test testing user username root admin guest postgres mysql mongo redis default required
  optional hidden empty unset unknown value key credentials foo bar baz hunter2 supersecret topsecret
`),
);

/** Whether a value is a reference to a secret kept elsewhere, or plainly stands in for one. */
export function isPlaceholder(value: string): boolean {
  if (isReference(value)) return true;
  const lower = value.slice(0, 256).toLowerCase();
  if (whole.has(lower.replace(/[!?.:]+$/, ""))) return true;
  return standIns.some((word) => lower.includes(word)) || isOneCharacter(lower);
}

/** A way to name a value that is kept elsewhere; what merely begins with the same sign, such as `$3cret!`, is none. */
const references: readonly RegExp[] = [
  /^[<{[]/,
  /^\$(?:[({[]|env:|\d$|[A-Z_][A-Z0-9_]*$|[A-Za-z_]+$|\w+(?:->|\[|\.))/,
  /^%(?:[A-Za-z_]\w*%|[-+#0 \d]*[a-zA-Z]$|\()/,
  /^@[A-Za-z_]+@?$/,
  /^![A-Za-z]+$/,
  /^(?:process\.|os\.|env[.:(]|ENV\[|System\.|config\.|self\.|this\.|secrets?[.:]|vault:|file:|ref\+|op:\/\/)/,
];

function isReference(value: string): boolean {
  return references.some((reference) => reference.test(value));
}

function isOneCharacter(value: string): boolean {
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) !== value.charCodeAt(0)) return false;
  return true;
}
