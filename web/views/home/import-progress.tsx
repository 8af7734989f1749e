import { formatCount, wholeNumber } from "../../components/numbers.js";
import { importing } from "./connecting.js";

/** How far the import of past sessions is; the number of sessions here counts up live. */
export function ImportProgress({ imported }: { readonly imported: number }) {
  const total = importing.value;
  if (total === undefined) return null;
  const done = Math.min(imported, total);
  return (
    <div class="import-progress">
      <p id="import-progress" role="status">
        {total === 0
          ? "Connecting your agents…"
          : `Connecting your agents and importing ${formatCount(total, "past session")}: ${wholeNumber(done)} so far.`}
      </p>
      <progress aria-labelledby="import-progress" {...(total > 0 ? { max: total, value: done } : {})} />
    </div>
  );
}
