import type { UpstreamFault } from '../../src/gateway/upstream.js';
import type { Script } from './upstream.ts';

/** A way for an upstream to go wrong below the level of JSON, whatever good answer it had. */
export interface Misbehaviour {
  readonly name: string;
  /** Outcome of a call over it: the reason for no answer, or the status of a complete one. */
  readonly outcome: UpstreamFault['kind'] | number;
  /** Set where it is another one for a translated request: undici takes a 100 that it has not asked for for a fault. */
  readonly translated?: UpstreamFault['kind'] | undefined;
  /** The script, given the JSON text of the good answer and the cap on bodies. */
  readonly script: (good: string, cap: number) => Script;
}

/** Misbehaviours of one outcome, and another one for a translated request where there is one; by their names. */
export const ending = (
  outcome: Misbehaviour['outcome'],
  scripts: Readonly<Record<string, Misbehaviour['script']>>,
  translated?: Misbehaviour['translated'],
): readonly Misbehaviour[] =>
  Object.entries(scripts).map(([name, script]) => ({ name, outcome, translated, script }));

/** The head of a good answer, but for its framing. */
export const json = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
/** One chunk of a chunked body. */
export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Writes to each request. */
export const says =
  (text: (good: string, cap: number) => string | Buffer) =>
  (good: string, cap: number): Script => ({ request: (_request, socket) => socket.write(text(good, cap)) });

/** Writes to each request and ends the connection properly. */
export const saysAndEnds =
  (text: (good: string, cap: number) => string | Buffer) =>
  (good: string, cap: number): Script => ({ request: (_request, socket) => socket.end(text(good, cap)) });

/** Writes to each request and resets the connection once that is on the wire. */
export const saysAndResets =
  (text: (good: string, cap: number) => string) =>
  (good: string, cap: number): Script => ({
    request: (_request, socket) => socket.write(text(good, cap), () => socket.resetAndDestroy()),
  });
