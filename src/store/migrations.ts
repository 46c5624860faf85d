import type { ColumnDataType, Kysely } from 'kysely';

/** Type of a column; with `?` it may be null, with `!` it is the primary key. */
type ColumnText = `${ColumnDataType & ('text' | 'integer' | 'bigint')}${'' | '?' | '!'}`;

/** Creates a table, with a primary key of several columns if `key` names them. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, ColumnText>>,
  key: readonly string[] = [],
): Promise<void> {
  let table = db.schema.createTable(name);
  for (const [column, text] of Object.entries(columns)) {
    const type = text.replace(/[?!]/, '') as 'text' | 'integer' | 'bigint';
    table = table.addColumn(column, type, (made) => {
      if (text.endsWith('!')) return made.primaryKey();
      return text.endsWith('?') ? made : made.notNull();
    });
  }
  if (key.length > 0) table = table.addPrimaryKeyConstraint(`${name}_pk`, key as never);
  await table.execute();
}

/** Text columns of these names. */
export const texts = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'text' as const]));
