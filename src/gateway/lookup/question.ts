import type { Operation } from '../../mapping/operation';
import type { Errand } from '../callUpstream';
import type { Place } from './indexNames';

/** The lookup that an operation declares. */
export type Lookup = NonNullable<Operation['lookup']>;

/** One lookup: what is asked, on whose behalf, and where its answer is kept. */
export interface Question {
  readonly lookup: Lookup;
  /** The login: a secret. */
  readonly asked: string;
  readonly place: Place;
  readonly errand: Errand;
}
