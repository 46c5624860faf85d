import { connect, type Socket } from 'node:net';

/**
 * Sends the same GET for so many seconds: at a rate (a second) whatever comes back, or, at rate 0, from so many lanes
 * of which each waits for its answer. Prints how often which status came, how long that took (ms, p50 and p99) and it all.
 * It writes and reads bare bytes: Node's own client takes as long for a request as a gateway for refusing it.
 */
const [, , target = '', rate = '0', seconds = '1', lanes = '1'] = process.argv;
/** Those who ask: places go round between keys, so one alone would not get them all. */
const KEYS = 8;

const { host, hostname, port, pathname } = new URL(target);
const askedChunks = Array.from({ length: KEYS }, (_, key) =>
  Buffer.from(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer bench-key-${key}\r\n\r\n`),
);
/** The last used is the next. */
const idle: Line[] = [];
const took: Record<string, number[]> = {};
const start = performance.now();
const end = start + Number(seconds) * 1_000;
let sent = 0;

/** A connection, kept between requests. */
interface Line {
  readonly socket: Socket;
  /** Told how it ended, if it has not before. */
  settle: (what: string) => void;
  received: string;
}

/** The status of a whole answer; undefined while something of it, by its length, is still to come. */
function statusOf(received: string): string | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  return received.length >= head + 4 + Number(length) ? received.slice(9, 12) : undefined;
}

function open(): Line {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const line: Line = { socket, settle: () => undefined, received: '' };
  const lose = (): void => {
    const at = idle.indexOf(line);
    if (at >= 0) idle.splice(at, 1);
    line.settle(line.received === '' ? 'lost' : 'cut');
  };
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    line.received += chunk;
    const status = statusOf(line.received);
    if (status === undefined) return;
    if (!/\r\nconnection: close/i.test(line.received)) idle.push(line);
    line.settle(status);
  });
  socket.on('error', lose).on('close', lose);
  return line;
}

function ask(): Promise<void> {
  sent += 1;
  const began = performance.now();
  return new Promise((resolve) => {
    const line = idle.pop() ?? open();
    line.received = '';
    line.settle = (what) => {
      line.settle = () => undefined;
      (took[what] ??= []).push(performance.now() - began);
      resolve();
    };
    line.socket.write(askedChunks[sent % KEYS] ?? '');
  });
}

async function lane(): Promise<void> {
  while (performance.now() < end) await ask();
}

/** Sends what is due each time that it is woken, so that a late timer makes no fewer requests. */
async function paced(): Promise<void> {
  const under: Promise<void>[] = [];
  while (performance.now() < end) {
    const due = ((performance.now() - start) / 1_000) * Number(rate);
    while (sent < due) under.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(under);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

void (rate === '0' ? Promise.all(Array.from({ length: Number(lanes) }, lane)) : paced()).then(() => {
  const answers = Object.entries(took).map(([what, times]) => {
    const sorted = times.toSorted((value, nextValue) => value - nextValue);
    return [what, { count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }];
  });
  const elapsed = (performance.now() - start) / 1_000;
  const result = { sent, seconds: elapsed, answers: Object.fromEntries(answers) as unknown };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
});
