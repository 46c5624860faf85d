/** Something a person wants to hear of. */
export interface Notice {
  readonly kind:
    | 'moved'
    | 'movedBack'
    | 'held'
    | 'released'
    | 'killed'
    | 'pinned'
    | 'resolved'
    | 'ready'
    | 'notReady'
    | 'ambiguousWrite'
    | 'degraded'
    | 'recovered'
    | 'drift'
    | 'expiringRule'
    | 'expiredRule';
  readonly resource: string;
  /** The same for the same occasion, so that it is told once. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Of what is not as it should be. */
  readonly severity?: 'warning' | 'critical';
  /** Whole sentences: paths, names and counts, never values. */
  readonly text: string;
}
