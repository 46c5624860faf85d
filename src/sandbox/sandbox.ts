import type { RecordedRequest } from './requests/recordedRequest';

/** A running marketplace. */
export interface Sandbox {
  /** E.g. `http://127.0.0.1:8090`. */
  readonly origin: string;
  readonly port: number;
  /** True when this start filled the store. */
  readonly isNew: boolean;
  /** Keys with full access of the first seller. */
  readonly keys: { readonly v1: string; readonly v2: string };
  /** Login of an account that the first seller lists. */
  readonly sampleLogin: string;
  /** Id of a currency offer of the first seller. */
  readonly sampleCurrencyOfferId: number;
  /** Slug of that offer's game. */
  readonly sampleCurrencyGame: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410. */
  readonly v1Sunset: number;
  /** The latest requests, oldest first, secrets masked. */
  readonly requests: () => readonly RecordedRequest[];
  /** Settles when no webhook delivery is due or under way. */
  readonly webhooksIdle: () => Promise<void>;
  /** Ends every connection and closes the store. */
  readonly close: () => Promise<void>;
}
