/** `?, ?, …`: a placeholder for each value of an `IN (…)` or a row. */
export const sqlPlaceholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");
