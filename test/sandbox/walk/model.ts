/** An account offer as the model knows it. */
export interface ModelAccount {
  title: string;
  cents: number;
  status: string;
  readonly login: string | null;
  readonly isManual: boolean;
  /** Credential id to the order that holds it. */
  readonly stock: Map<number, number | null>;
  readonly orders: number[];
}

/** A currency or item offer as the model knows it. */
export interface ModelStock {
  readonly kind: 'currency' | 'item';
  readonly isInstant: boolean;
  description: string;
  micros: number;
  stock: number;
  readonly minimum: number;
  status: string;
}

/** An order as the model knows it. */
export interface ModelOrder {
  readonly kind: 'account' | 'currency' | 'item';
  readonly offer: number;
  readonly quantity: number;
  /** Price of a unit in millionths. */
  readonly micros: number;
  readonly credential: number | null;
  status: string;
}

/** The marketplace, as simple as it can be: what one seller has, by id. */
export interface Model {
  readonly accounts: Map<number, ModelAccount>;
  readonly stocks: Map<number, ModelStock>;
  readonly orders: Map<number, ModelOrder>;
}

/** A marketplace with nothing in it. */
export const emptyModel = (): Model => ({ accounts: new Map(), stocks: new Map(), orders: new Map() });

const RESULTS: Readonly<Record<string, string>> = { list: 'listed', draft: 'draft', archive: 'archived' };

/** The status after an action, or undefined when it is refused. */
export function acted(status: string, action: string): string | undefined {
  const from = action === 'list' ? ['draft', 'listed'] : ['draft', 'listed', 'archived'];
  return from.includes(status) ? RESULTS[action] : undefined;
}

/** Reports whether an account can be listed: instant delivery needs credentials. */
export const isDeliverable = ({ isManual, login, stock }: ModelAccount): boolean =>
  isManual || login !== null || [...stock.values()].includes(null);

/** Of the accounts with a login the listed one, then the newest. */
export function byLogin({ accounts }: Model, login: string): number | undefined {
  const same = [...accounts].filter(([, account]) => account.login === login);
  const listed = same.filter(([, account]) => account.status === 'listed');
  const ids = (listed.length > 0 ? listed : same).map(([id]) => id);
  return ids.length === 0 ? undefined : Math.max(...ids);
}
