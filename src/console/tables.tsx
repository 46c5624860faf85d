import type { ComponentChildren, RenderableProps } from 'preact';
import { groupedCount, usePage } from './parts';

/** Shows a heading with its actions, and the search field of its rows if it has a label. */
export function Head({
  title,
  search,
  children,
}: RenderableProps<{ readonly title: string; readonly search?: string }>) {
  const { pathname, searchParams } = new URL(usePage().path, 'http://console');
  return (
    <header class="head">
      <h1>{title}</h1>
      {search !== undefined && (
        <form class="search" method="get" action={pathname} role="search">
          <input
            type="search"
            name="q"
            aria-label={search}
            placeholder={search}
            defaultValue={searchParams.get('q')?.toLowerCase() ?? ''}
          />
          <button type="submit">Search</button>
        </form>
      )}
      {children}
    </header>
  );
}

const listTexts = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value.toLowerCase()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
};

/** Returns the rows that have the search text of the page in any text. This also narrows them without script. */
export function useFoundRows<Row>(rows: readonly Row[]): readonly Row[] {
  const { searchParams } = new URL(usePage().path, 'http://console');
  const wanted = searchParams.get('q')?.toLowerCase() ?? '';
  return wanted === '' ? rows : rows.filter((row) => listTexts(row).some((text) => text.includes(wanted)));
}

/** Shows a note where there is nothing else to show. */
export const Empty = ({ title, children }: RenderableProps<{ readonly title: string }>) => (
  <div class="empty">
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
);

const cellContent = (value: ComponentChildren): ComponentChildren =>
  typeof value === 'number' ? groupedCount(value) : value;

/** The columns of a table by their titles; a number is shown with thin groups. */
export type TableColumns<Row> = Readonly<Record<string, (row: Row) => ComponentChildren>>;

/** Name of a table for those who do not see it; a part that is shown once has one of its own. */
export interface TableLabel {
  readonly label?: string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly heading?: string;
  readonly rows: readonly Row[];
  /** Identifies a row that holds a form. Absent: rows are told apart by their order. */
  readonly keyOf?: (row: Row) => string;
  readonly columns: TableColumns<Row>;
  /** Titles of the columns that are aligned as numbers. */
  readonly numericColumns?: readonly string[];
  /** `pair` heads each row by its first cell. */
  readonly look?: 'pair';
  readonly toneOf?: (row: Row) => string;
  /** Content of a table without rows. Absent: nothing. */
  readonly empty?: ComponentChildren;
}

/** Shows rows in a box that scrolls sideways on a narrow screen and by keyboard. */
export function Table<Row>({ label, heading, rows, keyOf, toneOf, empty, ...table }: TableProps<Row>) {
  const { columns, numericColumns = [], look } = table;
  if (rows.length === 0) return <>{empty}</>;
  const cells = Object.entries(columns).map(([title, cellOf], index) => {
    const Cell: 'th' | 'td' = look === 'pair' && index === 0 ? 'th' : 'td';
    return { title, cellOf, Cell, align: numericColumns.includes(title) ? 'number' : undefined };
  });
  const box = (
    // The keyboard scrolls only elements that can have the focus.
    <div class="wide" role="region" aria-label={label} tabIndex={0}>
      <table class={look}>
        <thead>
          <tr>
            {cells.map(({ title, align }) => (
              <th key={title} scope="col" class={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowNumber) => (
            <tr key={keyOf?.(row) ?? rowNumber} class={toneOf?.(row)}>
              {cells.map(({ title, cellOf, Cell, align }) => (
                <Cell key={title} class={align} scope={Cell === 'th' ? 'row' : undefined}>
                  {cellContent(cellOf(row))}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  if (heading === undefined) return box;
  return (
    <section>
      <h2>{heading}</h2>
      {box}
    </section>
  );
}

/** Shows lines one below another. */
export const PlainList = ({ lines }: { readonly lines: readonly ComponentChildren[] }) => (
  <ul class="plain">
    {lines.map((line, index) => (
      <li key={index}>{line}</li>
    ))}
  </ul>
);

/** Shows something with a soft note below it. */
export const WithNote = ({ note, children }: RenderableProps<{ readonly note: ComponentChildren }>) => (
  <>
    {children}
    {note !== undefined && <div class="soft">{note}</div>}
  </>
);

/** Shows facts by their names, without those that are undefined. */
export const FactList = ({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(facts).map(
      ([name, fact]) =>
        fact !== undefined && [<dt key={name}>{name}</dt>, <dd key={`${name} fact`}>{cellContent(fact)}</dd>],
    )}
  </dl>
);
