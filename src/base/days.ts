export const dayMs = 86_400_000;

/** The time so many days before another, as ISO 8601. */
export const daysBefore = (time: Date, days: number): string => new Date(time.getTime() - days * dayMs).toISOString();
