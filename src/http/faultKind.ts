import { errors } from 'undici';
import type { UpstreamFault } from '../gateway/upstream';

/** How far a call has come: `sent` begins before its first byte is written, `body` when the answer's head is read. */
export type Phase = 'unsent' | 'sent' | 'body';

const kinds: Readonly<Record<string, UpstreamFault['kind']>> = {
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'tooLarge',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'tooLarge',
  ERR_ASSERTION: 'malformed', // undici's own check of what its parser found
};

/** Names what undici's error means for a call that had come as far as `phase`. */
export function faultKind(phase: Phase, error: Error): UpstreamFault['kind'] {
  if (phase === 'unsent') return 'unreachable';
  // undici 7 leaves the parser's code out of these errors; its reason is in the text.
  if (error instanceof errors.HTTPParserError) {
    return error.message.includes('EOF') ? 'truncated' : 'malformed';
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // undici reports any parse error of an answer that names a length like this: only inside a body it means "short".
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return phase === 'body' ? 'truncated' : 'malformed';
  return kinds[code] ?? (phase === 'body' ? 'truncated' : 'reset');
}
