/** Message that is delivered from the store, once. */
export interface Message {
  readonly kind: string;
  /** Identifies the occasion, so that it is delivered once. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
}

/** Event that people are notified of. */
export interface Notice extends Message {
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
  /** Severity of an alarm. It is absent for other notices. */
  readonly severity?: 'warning' | 'critical';
  /** Whole sentences: paths, names and counts, never values. */
  readonly text: string;
  /** Address of the console's form that answers the notice. */
  readonly link?: string | undefined;
}

/**
 * Sends a message; resolves to false if the receiver refuses it, to `never` if it can no longer be sent, and rejects if
 * the receiver cannot be reached.
 */
export type SendMessage<Sent extends Message = Notice> = (message: Sent) => Promise<boolean | 'never'>;

/** Returns the key of a message: its kind and its occasion. */
export const noticeKey = ({ kind, id }: Pick<Message, 'kind' | 'id'>): string => `${kind} ${id}`;

/** State of the channel of a notifier; instants are clock ms. */
export interface Delivery {
  /** Instant of the first failed attempt in a row. It is undefined unless there were several. */
  readonly failingSince: number | undefined;
  readonly deliveredAt: number | undefined;
  readonly waiting: number;
}
