import { setTimeout as pause } from 'node:timers/promises';
import { buildGateway, ROOT } from './buildGateway.ts';
import { flood, type Flooded } from './load/flood.ts';
import { clientsOf } from './machine/clientsOf.ts';
import { isInstalled } from './machine/isInstalled.ts';
import { endProcess, spawnPinned } from './machine/startProcess.ts';
import { startLifeboat } from './peers/startLifeboat.ts';
import { renderTable } from './renderTable.ts';
import { offers, v1Calls } from './stub/calls.ts';
import { startStub } from './stub/startStub.ts';

const CONNECTIONS = 500;
/** Length of the watch, s; a connection may live for 16. */
const WATCHED = 25;
/** The connections of the client that does nothing wrong. */
const HEALTHY = 2;

/** Ways in which slowhttptest is slow, and its path: what is passed through holds connections of two sides. */
const styles = [
  { name: 'H, heads that do not end', words: ['-H', '-i', '5', '-x', '24'], path: '/v2/games' },
  {
    name: 'B, bodies that do not end',
    words: ['-B', '-i', '5', '-s', '8192', '-x', '10', '-t', 'POST'],
    path: '/v2/currency-offers',
  },
  {
    name: 'X, answers that are not read',
    words: ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3'],
    path: '/v2/currency-offers?page=1&per_page=50',
  },
];

/** Measures how many were open at most at the same time, how long (s) the longest lived, and how many are left. */
async function watch(port: number, otherMap: ReadonlyMap<string, string>) {
  const until = performance.now() + WATCHED * 1_000;
  const firstSeen = new Map<string, number>();
  let [most, remaining, longest] = [0, 0, 0];
  while (performance.now() < until) {
    const now = performance.now();
    const slow = [...clientsOf(port).keys()].filter((client) => !otherMap.has(client));
    for (const client of slow) {
      const firstNumber = firstSeen.get(client) ?? now;
      firstSeen.set(client, firstNumber);
      longest = Math.max(longest, now - firstNumber);
    }
    remaining = slow.length;
    most = Math.max(most, remaining);
    await pause(50);
  }
  return { most, left: remaining, seconds: longest / 1_000 };
}

const latency = ({ answers }: Flooded): string =>
  `${answers['200']?.p50.toFixed(1) ?? '-'} / ${answers['200']?.p99.toFixed(1) ?? '-'}`;

const failed = ({ sent, answers }: Flooded): number => sent - (answers['200']?.count ?? 0);

/** Prints how long slow connections live in three styles, and what a healthy client notices of them. */
export async function slow(write: (line: string) => void): Promise<void> {
  if (!isInstalled('slowhttptest')) throw new Error('slowhttptest is missing: --install');
  buildGateway();
  const stub = await startStub();
  const gateway = await startLifeboat({ v2: stub.origin, checkout: ROOT });
  const port = Number(new URL(gateway.origin).port);
  const healthy = { target: `${gateway.origin}${v1Calls.byLogin(offers.small).path}`, lanes: HEALTHY };
  await flood({ ...healthy, seconds: 3 });
  const alone = await flood({ ...healthy, seconds: 5 });
  const rows = [['nobody', '0', '', '0', latency(alone), `${failed(alone)}`]];
  for (const { name, words, path } of styles) {
    const healthyAnswers = flood({ ...healthy, seconds: WATCHED + 3 });
    const load = ['-c', `${CONNECTIONS}`, '-r', `${CONNECTIONS}`, '-l', `${WATCHED}`, '-p', '3'];
    const url = ['-u', `${gateway.origin}${path}`];
    await pause(500);
    const knownMap = clientsOf(port);
    const child = spawnPinned({ seat: 'others', command: ['slowhttptest', ...words, ...load, ...url] });
    child.stdout?.resume();
    const { most, left: remaining, seconds } = await watch(port, knownMap);
    await endProcess(child);
    const foundEntry = await healthyAnswers;
    rows.push([
      name,
      `${most}`,
      seconds.toFixed(1),
      `${remaining}`,
      latency(foundEntry),
      `${failed(foundEntry)}`,
    ]);
  }
  await gateway.stop();
  await stub.stop();
  const head = ['slow clients', 'held', 'longest life s', 'left', 'another client, p50 / p99 ms', 'failed'];
  write(`${CONNECTIONS} connections of slowhttptest`);
  for (const line of renderTable(head, rows)) write(`  ${line}`);
}
