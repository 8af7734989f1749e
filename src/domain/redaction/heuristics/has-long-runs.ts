/** Letters and digits drawn by chance change their kind every two characters or so; words, numbers and alphabets do not. */
const minMeanRun = 3;

/** Whether words, numbers or parts of an alphabet make up a value, rather than characters drawn one by one. */
export function hasLongRuns(value: string): boolean {
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return runs.join("").length >= runs.length * minMeanRun;
}
