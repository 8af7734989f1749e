/** How long a run may take: what the caller wants, within what the setting allows. */
export const timeLimit = (mostMs: number, wantedMs: number | undefined): number =>
  wantedMs === undefined ? mostMs : Math.min(mostMs, Math.max(1, Math.trunc(wantedMs)));
