/** Tells when the client has gone: as much of an AbortSignal as anyone here needs. */
export interface Gone {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}
