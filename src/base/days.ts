export const dayMs = 86_400_000;

/** The time so many days before another, as ISO 8601. */
export const daysBefore = (time: Date, days: number): string => new Date(time.getTime() - days * dayMs).toISOString();

/** The later of two ISO times in UTC. */
export const laterOf = (a: string, b: string): string => (a < b ? b : a);
