import type { Settings } from './settings';

/** Where something is kept: one file, or memory that ends with the process. */
type StorePlace = { readonly kind: 'memory' } | { readonly kind: 'file'; readonly file: string };

/** The configuration as the program uses it: frozen, paths absolute, what excludes each other in tagged unions. */
export interface Config {
  readonly listen: {
    readonly host: string;
    readonly port: number;
    readonly tls:
      { readonly kind: 'off' } | { readonly kind: 'on'; readonly cert: string; readonly key: string };
  };
  readonly admin: {
    readonly host: string;
    readonly port: number;
    /** A secret; undefined: nobody may change anything over the admin port. */
    readonly token: string | undefined;
  };
  readonly upstream:
    | { readonly kind: 'sandbox' }
    | {
        readonly kind: 'service';
        /** Origin of API v2. */
        readonly v2: string;
        /** Origin of API v1; undefined when only translated requests are to be answered. */
        readonly v1: string | undefined;
      };
  /** Milliseconds since the Unix epoch. */
  readonly sunset: number;
  /** Address for the Link header of every v1 answer. */
  readonly guide: string | undefined;
  readonly keys:
    | { readonly kind: 'passOn' }
    | {
        readonly kind: 'exchange';
        readonly file: string;
        /** Whether v1 keys are exchanged on v2's paths, too. */
        readonly v2Paths: 'exchange' | 'pass';
      };
  /** v2 key for what v1 answers without one. */
  readonly guestKey: string | undefined;
  readonly index: {
    readonly freshSeconds: number;
    readonly pageBudget: number;
    /** True to fill the indexes of the keys in the exchange table before clients come. */
    readonly warm: boolean;
    /** A random secret lives as long as the process, and with it the index. */
    readonly secret: { readonly kind: 'random' } | { readonly kind: 'given'; readonly value: string };
  };
  readonly cutover: {
    readonly store: StorePlace;
    /** File of the plan. */
    readonly plan: string | undefined;
    /** Who answers for a resource that was never moved. */
    readonly start: 'v1' | 'v2';
    readonly seed: string;
    readonly fallback: boolean;
    /** When the gateway itself ends, milliseconds since the Unix epoch. */
    readonly end: number | undefined;
  };
  /** What is done beside served requests; shares in percent, times in milliseconds. */
  readonly comparison: {
    readonly sample: number;
    readonly controls: number;
    readonly requestsPerMinute: number;
    readonly queue: number;
    readonly deadline: number;
    readonly bodyBytes: number;
    readonly writes: Settings['comparison']['writes'];
    readonly lag: number;
    /** File of the agreed differences. */
    readonly rules: string | undefined;
    /** Paths whose values may be kept. */
    readonly values: readonly string[];
    readonly store: StorePlace;
    readonly keepPairs: number;
    readonly keepMs: number;
    readonly windowMs: number;
  };
  /** Where news of the cutover goes; all of them are secrets. */
  readonly notify: {
    readonly webhook: string | undefined;
    readonly secret: string | undefined;
    readonly slack: string | undefined;
  };
  readonly store: StorePlace;
  /** Milliseconds. */
  readonly deadlines: Readonly<Settings['deadlines']>;
  /** Whether deprecated v2 requests are sent on in their newer form. */
  readonly deprecatedForms: Settings['deprecatedForms'];
  readonly writes: Readonly<Settings['writes']>;
  /** Folder of the mapping files. */
  readonly mappings: string;
  readonly log: Readonly<Settings['log']>;
  readonly lists: Readonly<Settings['lists']>;
  readonly limits: Readonly<Settings['limits']>;
}
