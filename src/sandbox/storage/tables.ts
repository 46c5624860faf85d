import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Condition in SQL, with the value of each of its question marks. */
export type RowCondition = readonly [text: string, ...values: SQLInputValue[]];

/** Matches a column with this value. */
export const matchColumn = (column: string, value: string | number): RowCondition => [`${column} = ?`, value];

/** Matches a column with one of these values. */
export const matchOneOf = (column: string, values: readonly (string | number)[]): RowCondition => [
  `${column} in (${values.map(() => '?').join(', ')})`,
  ...values,
];

/** Values of columns by name; a column of undefined is omitted. */
export type Columns<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** Turns a member of a checked body into a column. A missing member leaves its column unchanged. */
export const columnOf = <Value>(member: unknown, turn: (member: never) => Value): Value | undefined =>
  member === undefined ? undefined : turn(member as never);

/** Picks columns of a row, to show or copy them unchanged. */
export const pickColumns = <Row, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Pick<Row, Name> => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

const whereText = (conditions: readonly RowCondition[]): string =>
  ` where ${['true', ...conditions.map(([text]) => text)].join(' and ')}`;

const valuesOf = (conditions: readonly RowCondition[]): SQLInputValue[] =>
  conditions.flatMap(([, ...values]) => values);

/** Maximum number of prepared statements that are kept; lists of values have many lengths. */
const MAX_STATEMENTS = 200;

/** Rows of a table. An id is never used twice, even after its row was removed. */
export class MarketTable<Row extends { readonly id: number }> {
  private readonly statements = new Map<string, StatementSync>();

  constructor(
    private readonly database: DatabaseSync,
    private readonly name: string,
  ) {}

  private prepare(text: string): StatementSync {
    if (this.statements.size >= MAX_STATEMENTS) this.statements.clear();
    const prepared = this.statements.get(text) ?? this.database.prepare(text);
    this.statements.set(text, prepared);
    return prepared;
  }

  /** Lists a part of the rows that meet the conditions, in an order of SQL. */
  listRows(conditions: readonly RowCondition[], { order = 'id', skip = 0, take = -1 } = {}): Row[] {
    const text = `select * from ${this.name}${whereText(conditions)} order by ${order} limit ? offset ?`;
    return this.prepare(text).all(...valuesOf(conditions), take, skip) as unknown as Row[];
  }

  findFirst(conditions: readonly RowCondition[], order = 'id'): Row | undefined {
    return this.listRows(conditions, { order, take: 1 })[0];
  }

  countRows(conditions: readonly RowCondition[]): number {
    const text = `select count(*) as total from ${this.name}${whereText(conditions)}`;
    const counted = this.prepare(text).get(...valuesOf(conditions)) as { readonly total: number };
    return counted.total;
  }

  /** Finds a row by its id in a path or body. Returns undefined for text that is no id. */
  findRow(id: string | number | undefined, ...conditions: readonly RowCondition[]): Row | undefined {
    if (!/^\d{1,15}$/.test(String(id))) return undefined;
    return this.findFirst([matchColumn('id', Number(id)), ...conditions]);
  }

  /** Stores a row and returns it with its id. */
  insertRow(columns: Columns<Row>): Row {
    const cells = Object.entries(columns).filter(([, value]) => value !== undefined);
    const [names, marks] = [cells.map(([name]) => name), cells.map(() => '?')];
    const text = `insert into ${this.name} (${names.join(', ')}) values (${marks.join(', ')}) returning *`;
    return this.writeRow(text, cells);
  }

  /** Changes columns of a row, and returns the changed row. */
  saveRow(row: Row, columns: Columns<Row>): Row {
    const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
    if (changed.length === 0) return row;
    const sets = changed.map(([name]) => `${name} = ?`).join(', ');
    const text = `update ${this.name} set ${sets} where id = ? returning *`;
    return this.writeRow(text, [...changed, ['id', row.id]]);
  }

  removeRow({ id }: Pick<Row, 'id'>): void {
    this.prepare(`delete from ${this.name} where id = ?`).run(id);
  }

  private writeRow(text: string, columns: readonly (readonly [string, unknown])[]): Row {
    return this.prepare(text).get(...columns.map(([, value]) => value as SQLInputValue)) as unknown as Row;
  }
}

/** Reads a setting of a marketplace. Returns undefined if it was never set. */
export const readSetting = (database: DatabaseSync, name: string): string | undefined =>
  database.prepare('select value from setting where name = ?').get(name)?.value as string | undefined;

/** Runs a call in one transaction: a call that throws changes nothing. */
export function runInTransaction<Answer>(database: DatabaseSync, call: () => Answer): Answer {
  database.exec('begin');
  try {
    const answer = call();
    database.exec('commit');
    return answer;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
