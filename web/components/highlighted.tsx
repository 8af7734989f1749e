interface Props {
  readonly text: string;
  /** Ranges of the text, sorted and not overlapping. */
  readonly marks: readonly (readonly [number, number])[];
}

/** A text with its matches marked. */
export function Highlighted({ text, marks: ranges }: Props) {
  const ends = ranges.map(([, to]) => to);
  return (
    <>
      {ranges.map(([from, to], i) => (
        <span key={from}>
          {text.slice(ends[i - 1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}
