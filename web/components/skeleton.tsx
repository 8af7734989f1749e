/** Placeholder for rows that are loading, so that the layout does not shift. */
export const Skeleton = ({ rows = 5, label = "Loading" }: { readonly rows?: number; readonly label?: string }) => (
  <div class="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, i) => (
      <div key={i} class="skeleton-row" aria-hidden="true" />
    ))}
  </div>
);
