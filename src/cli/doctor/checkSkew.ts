import type { About } from './about';
import type { Finding } from './finding';

/** Seconds: what a slow answer explains, and what spoils the dates in certificates and keys. */
const NOTICEABLE = 5;
const HARMFUL = 300;

/** How far this machine's clock (ms) is from the service's, by the Date header of an answer (RFC 9110 6.6.1). */
export function checkSkew(date: string | undefined, now: number, { ok, warning, error }: About): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((now - theirs) / 1000);
  const text = `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service's`;
  const advice = 'set it by NTP: keys, certificates and the sunset are judged by it';
  if (Math.abs(seconds) > HARMFUL) return [error(text, advice)];
  if (Math.abs(seconds) > NOTICEABLE) return [warning(text, advice)];
  return [ok(`clocks agree within ${NOTICEABLE} s`)];
}
