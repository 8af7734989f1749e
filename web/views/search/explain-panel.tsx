interface Props {
  readonly why: Readonly<Record<string, unknown>>;
  readonly score: number;
}

/** How a result came about: what counted for it, and what it was multiplied with. */
export function ExplainPanel({ why, score }: Props) {
  const parts = numbersIn(why.parts);
  const factors = numbersIn(why.factors);
  const terms = Array.isArray(why.terms) ? (why.terms as { token: string; documents: number }[]) : [];
  return (
    <dl class="explain">
      <div>
        <dt>Score</dt>
        <dd>
          <meter min={0} max={1} value={score}>
            {score}
          </meter>
          {score.toFixed(2)}
        </dd>
      </div>
      {ranks(why).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value.toFixed(3)}</dd>
        </div>
      ))}
      {factors.map(([name, value]) => (
        <div key={name}>
          <dt>× {name}</dt>
          <dd>{value.toFixed(2)}</dd>
        </div>
      ))}
      {terms.length > 0 && (
        <div class="explain-terms">
          <dt>Words</dt>
          <dd>{terms.map(({ token, documents }) => `${token} (in ${documents})`).join(", ")}</dd>
        </div>
      )}
      {typeof why.rareToken === "string" && (
        <div>
          <dt>Kept for the rare word</dt>
          <dd>{why.rareToken}</dd>
        </div>
      )}
    </dl>
  );
}

function ranks(why: Props["why"]): [string, string][] {
  const rows: [string, unknown][] = [
    ["Rank by words", why.wordRank],
    ["Rank by meaning", why.meaningRank],
    ["Likeness", why.similarity],
    ["Share of it that counted", why.similarityWeight],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));
}

const numbersIn = (value: unknown): [string, number][] =>
  Object.entries((value ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
