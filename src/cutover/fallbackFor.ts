/** How far a request to v2 had come when it failed, as the socket and the answer prove. */
export type FailurePhase =
  | 'untranslatable' // nothing was asked of v2
  | 'unsent' // no byte was sent: DNS, refused, TLS
  | 'refused' // a complete refusal: 401, 403, 404, 422, 429
  | 'failed' // 5xx, timeout, reset, after bytes were sent
  | 'unfit'; // v2 answered, and the answer cannot be translated

/** What the client gets instead: v1's answer, the translated error, or the word that nobody knows (502, 504). */
export type Fallback = 'v1' | 'translatedError' | 'ambiguous';

/** Whether v1 may answer what v2 could not. A write that may have been executed is never asked a second time. */
export function fallbackFor(phase: FailurePhase, write: boolean): Fallback {
  switch (phase) {
    case 'untranslatable':
    case 'unsent':
      return 'v1';
    case 'refused':
      return 'translatedError';
    case 'failed':
    case 'unfit':
      return write ? 'ambiguous' : 'v1';
  }
}
