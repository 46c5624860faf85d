import { countsSince, type OperationTraffic } from './traffic';

const IN_A_ROW = 5;
const AT_LEAST = 10;
const WINDOW = 120_000;

/**
 * Why an operation is broken on v2 while v1 answers it, whoever its callers are: five failures in a row, or more than half
 * of at least ten requests within two minutes. Undefined when it is not, or when v1 fails as well.
 */
export function brokenOperation(traffic: OperationTraffic, now: number): string | undefined {
  const { row, stageSince } = traffic;
  // Whatever v1 was asked, also in v2's place; when nothing is known of it, nothing is known against it.
  const { v1, v1Failed, rescued, lost } = countsSince(traffic, now - WINDOW);
  if ((v1Failed + lost) * 2 > v1 + rescued + lost) return undefined;
  if (row.blamed >= IN_A_ROW) return `the last ${row.blamed} requests have failed on v2`;
  const counts = countsSince(traffic, Math.max(now - WINDOW, stageSince));
  const [requests, failed] = [counts.v2 - counts.lost, counts.blamed];
  if (requests < AT_LEAST || failed * 2 <= requests) return undefined;
  return `${failed} of ${requests} requests have failed on v2 within two minutes`;
}
