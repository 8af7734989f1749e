import type { ComponentChildren } from "preact";

interface Props {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly ComponentChildren[] }[];
}

/** A table in a card, which scrolls sideways where it does not fit. */
export const DataTable = ({ title, columns, rows }: Props) => (
  <section class="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <div class="card-body table-scroll" tabIndex={0}>
      <table class="data-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [name, ...cells] }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="quiet">None yet.</p>}
    </div>
  </section>
);
