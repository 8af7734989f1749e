type Answer = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

/**
 * Joins two answers whose field `name` lists records, up to `limit`. Sorts by score if all records have one; otherwise
 * alternates between both lists, the team's first. Duplicates appear once.
 */
export function joinLists(name: string, ours: Answer, theirs: Answer, limit: number): Answer {
  const [here, there] = [itemsOf(ours, name), itemsOf(theirs, name)];
  const isScored = [...here, ...there].every(({ score }) => typeof score === "number");
  const all = isScored
    ? [...there, ...here].sort((a, b) => Number(b.score) - Number(a.score))
    : Array.from({ length: Math.max(here.length, there.length) }, (_, i) => [there[i], here[i]]).flat();
  const items = dropDuplicates(all.filter((one) => one !== undefined)).slice(0, limit);
  // It says what to do where nothing was found.
  const { hint, ...others } = ours;
  return {
    ...others,
    ...(hint === undefined || items.length > 0 ? {} : { hint }),
    [name]: items,
    ...("count" in ours ? { count: items.length } : {}),
    ...("total" in ours ? { total: Number(ours.total) + Number(theirs.total ?? 0) } : {}),
  };
}

const itemsOf = (answer: Answer, name: string): readonly Item[] => {
  const items = answer[name];
  return Array.isArray(items) ? items : [];
};

function dropDuplicates(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ id, title, content, solution }) => {
    const key = JSON.stringify(title === undefined ? [id] : [title, content, solution]);
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
