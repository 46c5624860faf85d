import type { Operation } from '../../mapping/operation';
import type { Errand } from '../callUpstream';
import type { Place } from './indexNames';

/** The lookup that an operation declares. */
export type Lookup = NonNullable<Operation['lookup']>;

/** What a request asks for. */
export interface Asked {
  readonly v2: Operation['v2'];
  readonly lookup: Lookup;
  /** The v1 path parameters, decoded; one of them is the login, a secret. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly errand: Errand;
}

/** What a list is read for. */
export interface Reason {
  readonly lookup: Pick<Lookup, 'index'>;
  readonly errand: Errand;
  readonly place: Place;
}

/** One lookup: what is asked, and where its answer is kept: under the login that it must have. */
export interface Question extends Asked {
  readonly place: Place;
}
