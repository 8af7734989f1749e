/** Where a text has a part, in order. */
export function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** The index of the first of these places, which are in order, that is at `place` or after it. Binary search. */
export function firstFrom(place: number, places: readonly number[]): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of an offset in a text. */
export function rowFinder(text: string): (offset: number) => number {
  const lineEnds = placesOf("\n", text);
  return (offset) => firstFrom(offset, lineEnds);
}

/** The place after the next occurrence of a part, or the end. */
export function placeAfter(part: string, text: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? text.length : at + part.length;
}
