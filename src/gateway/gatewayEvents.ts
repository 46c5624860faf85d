/** An event of the gateway that belongs to no request; the composition root logs it. */
export type GatewayEvent =
  | {
      readonly kind: 'scanEnded';
      readonly index: string;
      readonly caller: string;
      readonly pages: number;
      /** `complete`, or the problem code that ended it. */
      readonly outcome: string;
      /** Paths and rules, never values. */
      readonly detail?: string;
      readonly offers: number;
      readonly unkeyed: number;
      readonly duplicates: number;
    }
  | {
      /** The index is kept in memory until the store works again. */
      readonly kind: 'indexStoreFailed';
      readonly detail: string;
    }
  | {
      /** The index is kept in its store again. */
      readonly kind: 'indexStoreRecovered';
    }
  | {
      /** A page of a list was answered without the rows that cannot be translated. */
      readonly kind: 'rowsLeftOut';
      readonly operation: string;
      readonly count: number;
      /** The first of these rows by place and id, and the faulty place in each row: never a value. */
      readonly rows: readonly string[];
    }
  | {
      /** A part of a bulk write is not done, or may not be done. */
      readonly kind: 'unsettled';
      readonly requestId: string;
      readonly operation: string;
      /** Number of calls that are left, and of those that are on no list. */
      readonly left: number;
      readonly unlisted: number;
    };

/** Takes note of an event; must not throw. */
export type ReportEvent = (event: GatewayEvent) => void;

/** Describes a thrown value for the log, without its message, which may hold any value. */
export function describeThrow(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frame = /^\s+at (.*)$/m.exec(thrown.stack ?? '')?.[1];
  return frame === undefined ? thrown.name : `${thrown.name} at ${frame}`;
}
