/** A confidence, 0 to 1. */
export const Meter = ({ value, label = "Confidence" }: { readonly value: number; readonly label?: string }) => (
  <span class={value < 0.4 ? "meter low" : "meter"}>
    <svg class="meter-bar" width="44" height="5" aria-hidden="true" focusable="false">
      <rect class="meter-track" width="44" height="5" rx="2.5" />
      <rect class="meter-fill" width={Math.round(44 * Math.min(1, Math.max(0, value)))} height="5" rx="2.5" />
    </svg>
    <span>
      <span class="visually-hidden">{label} </span>
      {Math.round(value * 100)}%
    </span>
  </span>
);
