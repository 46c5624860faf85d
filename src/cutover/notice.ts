/** Something a person wants to hear of. */
export interface Notice {
  readonly kind:
    | 'moved'
    | 'movedBack'
    | 'ready'
    | 'notReady'
    | 'ambiguousWrite'
    | 'degraded'
    | 'recovered'
    | 'expiringRule'
    | 'expiredRule';
  readonly resource: string;
  /** The same for the same occasion, so that it is told once. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Whole sentences: paths, names and counts, never values. */
  readonly text: string;
}
