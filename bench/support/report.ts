export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Prints a table with columns as wide as their widest cell. */
export function report(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  process.stdout.write(
    `\n${title}\n${[line(columns), ...rows.map(line)].map((one) => `  ${one.trimEnd()}`).join("\n")}\n`,
  );
}
