import { type FreeObject, membersOf, writeFreeObject } from '../storage/writeFreeObject';

/** The columns that keep an account's data: what is known of every game on its own, the rest as attributes. */
export interface AccountDataColumns {
  readonly server: string | null;
  readonly level_up_method: string | null;
  readonly ign: string | null;
  readonly attributes: string;
}

/** Takes v2's account data apart; there server, level-up method and name stand among the attributes (observed). */
export function accountDataColumns(data: FreeObject): AccountDataColumns {
  const { server, level_up_method, ign, ...attributes } = membersOf(data);
  return {
    server: textOrNull(server),
    level_up_method: textOrNull(level_up_method),
    ign: textOrNull(ign),
    attributes: writeFreeObject(attributes),
  };
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
