import { editDistance } from "./text/edit-distance.js";

/** The closest name to a mistyped one, if any is close enough. */
export function suggest(typed: string, names: readonly string[]): string | undefined {
  const closest = names
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return closest && closest.distance <= Math.max(2, Math.floor(typed.length / 3)) ? closest.name : undefined;
}
