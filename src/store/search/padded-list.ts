/** The list with its first entry repeated at the end: few different lengths make few statements to prepare. */
export function paddedList<T>(items: readonly T[], multiple = 32): readonly T[] {
  const [first] = items;
  return first === undefined
    ? []
    : [...items, ...Array<T>((multiple - (items.length % multiple)) % multiple).fill(first)];
}
