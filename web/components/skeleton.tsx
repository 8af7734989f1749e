/** Holds the place of rows that are on their way, so that nothing jumps when they come. */
export const Skeleton = ({ rows = 5, label = "Loading" }: { readonly rows?: number; readonly label?: string }) => (
  <div class="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, i) => (
      <div key={i} class="skeleton-row" aria-hidden="true" />
    ))}
  </div>
);
