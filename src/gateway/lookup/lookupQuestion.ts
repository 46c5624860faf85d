import { createHmac } from 'node:crypto';
import { Recent } from '../../contract/recent';
import type { IndexItem, LookupIndex, Operation } from '../../mapping/compile/compiledOperation';
import type { DirectAnswer, ReadDirect } from '../../mapping/direct/directTranslation';
import type { CallContext } from '../context';
import type { IndexedOffer } from './indexStore';

/** Names at hand: an HMAC takes 3 us, and programs ask for the same logins over and over. */
export const MOST_AT_HAND = 10_000;

/** The place of a login in an index. */
interface IndexPlace {
  readonly partition: string;
  readonly key: string;
}

/** Names that show nothing of the texts they stand for. */
export interface IndexNames {
  /** One partition for each index, as it is declared, and caller: HMAC of the caller's key. */
  readonly partition: (index: Pick<LookupIndex, 'name' | 'version'>, callerKey: string) => string;
  /** HMAC of a login, keyed by its partition: the same login looks different in another. */
  readonly key: (partition: string, login: string) => string;
}

const hmac = (key: string | Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Names under a secret of the gateway's own; without it a stored index cannot be searched for known logins. */
export function createIndexNames(secret: string | Buffer, most = MOST_AT_HAND): IndexNames {
  // Found by one text alone: to put two together for each look-up costs more than the look-up.
  const partitions = new Recent<string, { readonly index: object; readonly name: string }>(most);
  const keys = new Recent<string, { readonly partition: string; readonly name: string }>(most);
  return {
    partition: (index, callerKey) => {
      const known = partitions.get(callerKey);
      if (known?.index === index) return known.name;
      const name = hmac(secret, `${index.name}\0${index.version}\0${callerKey}`);
      partitions.set(callerKey, { index, name });
      return name;
    },
    key: (partition, login) => {
      const known = keys.get(login);
      if (known?.partition === partition) return known.name;
      const name = hmac(partition, login);
      keys.set(login, { partition, name });
      return name;
    },
  };
}

/** The lookup that an operation declares. */
export type LookupDeclaration = NonNullable<Operation['lookup']>;

/** A lookup as a request asks for it. */
export interface LookupRequest {
  readonly v2: Operation['v2'];
  readonly lookup: LookupDeclaration;
  /** Translates the answer in one pass where that can be. */
  readonly direct?: ReadDirect<DirectAnswer> | undefined;
  /** The v1 path parameters, decoded; one of them is the login, a secret. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly context: CallContext;
}

/** The lookup that a list is read for. */
export interface ReadingReason {
  readonly lookup: Pick<LookupDeclaration, 'index'>;
  readonly context: CallContext;
  readonly place: IndexPlace;
}

/** One lookup: what is asked, and where its answer is kept: under the login that it must have. */
export interface Question extends LookupRequest {
  readonly place: IndexPlace;
}

/** An item as an index keeps it: its login an HMAC. */
export const entryOf = (
  { id, key, preferred, changed = null }: IndexItem,
  partition: string,
  names: Pick<IndexNames, 'key'>,
): IndexedOffer => ({ id, key: key === null ? null : names.key(partition, key), preferred, changed });
