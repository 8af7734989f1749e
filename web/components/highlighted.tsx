interface Props {
  readonly text: string;
  /** Stretches of the text, in order and apart. */
  readonly marks: readonly (readonly [number, number])[];
}

/** A text with what was found in it marked. */
export function Highlighted({ text, marks }: Props) {
  const ends = marks.map(([, to]) => to);
  return (
    <>
      {marks.map(([from, to], i) => (
        <span key={from}>
          {text.slice(ends[i - 1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}
