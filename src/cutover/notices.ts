/** Event that people are notified of. */
export interface Notice {
  readonly kind:
    | 'asked'
    | 'moved'
    | 'movedBack'
    | 'held'
    | 'released'
    | 'killed'
    | 'pinned'
    | 'resolved'
    | 'brownout'
    | 'client'
    | 'ready'
    | 'notReady'
    | 'ambiguousWrite'
    | 'degraded'
    | 'acknowledged'
    | 'recovered'
    | 'drift'
    | 'expiringRule'
    | 'expiredRule';
  readonly resource: string;
  /** Identifies the occasion, so that it is notified once. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Severity of an alarm; absent for other notices. */
  readonly severity?: 'warning' | 'critical';
  /** Whole sentences: paths, names and counts, never values. */
  readonly text: string;
  /** Address of the console's form that answers the notice. */
  readonly link?: string | undefined;
}

/** Sends a notice; resolves to false if the receiver refuses it, and rejects if the receiver cannot be reached. */
export type Send = (notice: Notice) => Promise<boolean>;

/** Returns the key of a notice: its kind and its occasion. */
export const noticeKey = ({ kind, id }: Pick<Notice, 'kind' | 'id'>): string => `${kind} ${id}`;

/** State of the channel of a notifier; instants are clock ms. */
export interface Delivery {
  /** Instant of the first failed attempt in a row; undefined unless there were several. */
  readonly failingSince: number | undefined;
  readonly deliveredAt: number | undefined;
  readonly waiting: number;
}
