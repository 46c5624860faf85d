/** A PostgreSQL server, or several hosts one of which accepts writes. */
export interface ServerPlace {
  readonly kind: 'postgres';
  /** The address without secrets, fit to be shown. */
  readonly shown: string;
  /** The address as it was written; it holds the password. */
  readonly written: string;
  /** One address per host, in the order of the setting; they hold the password. */
  readonly urls: readonly string[];
}

const FORM = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?@]+)\/([^?#/]+)(?:\?([^#]*))?$/;

/** True for a setting that is meant as the address of a PostgreSQL server. */
export const isServerUrl = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text);

/**
 * Reads the address of a PostgreSQL server, which may name several hosts (`postgres://user@one:5432,two/name`);
 * undefined for any other text. The query is passed to the driver, such as `sslmode=verify-full`.
 */
export function readServerUrl(text: string): ServerPlace | undefined {
  const [, login, names, database, query] = FORM.exec(text.trim()) ?? [];
  if (names === undefined || database === undefined) return undefined;
  const hosts = names.split(',');
  const urls = hosts.map((host) => {
    const address = `postgres://${login === undefined ? '' : `${login}@`}${host}/${database}`;
    return query === undefined ? address : `${address}?${query}`;
  });
  if (hosts.includes('') || !urls.every((url) => URL.canParse(url))) return undefined;
  const [user = ''] = (login ?? '').split(':');
  const shownAddress = `postgres://${user === '' ? '' : `${user}@`}${names}/${database}`;
  return { kind: 'postgres', shown: shownAddress, written: text.trim(), urls };
}
