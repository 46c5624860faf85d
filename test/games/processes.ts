import { judgeGateways } from '../support/judgeGateways.ts';
import { type PlayedGateways, playGateways } from '../support/playGateways.ts';
import { meetInFile, meetOnServer } from '../support/sharedGateways.ts';
import type { BenchOptions } from '../bench/benchOptions.ts';
import { buildGateway } from '../bench/buildGateway.ts';

const SECONDS = 60;

const at = (share: number, times: readonly number[]): string => {
  const sorted = times.toSorted((value, nextValue) => value - nextValue);
  return sorted.length === 0 ? '-' : `${sorted[Math.floor(share * (sorted.length - 1))]} ms`;
};

function print(write: (line: string) => void, name: string, played: readonly PlayedGateways[]): void {
  const all = <Item>(of: (playedGateways: PlayedGateways) => readonly Item[]): readonly Item[] =>
    played.flatMap(of);
  const kinds = all(({ disturbances }) => disturbances).map(({ kind }) => kind);
  const disturbed = [...new Set(kinds)].map(
    (kind) => `${kind} ${kinds.filter((text) => text === kind).length}`,
  );
  write(
    `${name}: ${all(({ answers }) => answers).length} requests, ${all(({ moves }) => moves).length} moves`,
  );
  write(`  disturbed, begin and end: ${disturbed.join(', ')}`);
  const faults = played.map(judgeGateways);
  for (const [kind, text] of [
    ['lost', 'acknowledged moves lost or made twice'],
    ['stale', 'requests answered by what an acknowledged move had ended'],
    ['doubled', 'writes that both APIs have seen'],
    ['miscounted', 'gateways that count more or fewer requests than there were'],
    ['repeated', 'steps of the plan or of a brownout made twice'],
    ['exceeded', 'limits of a key exceeded by more than a share for each replaced process'],
    ['crashed', 'gateways that have ended by themselves'],
  ] as const) {
    const foundTexts = faults.flatMap((gatewayFaults) => gatewayFaults[kind]);
    write(`  ${String(foundTexts.length).padStart(4)} ${text}`);
    for (const fault of foundTexts.slice(0, 5)) write(`       ${fault}`);
  }
  const delays = all(({ moves }) => moves).flatMap(({ asked, acknowledged }) =>
    acknowledged === undefined ? [] : [acknowledged - asked],
  );
  const planned = all(({ log }) => log).filter(
    ({ cause, change }) => cause === 'schedule' || change.kind === 'brownout',
  );
  write(`  the plan and its brownouts made ${planned.length} entries`);
  const takeovers = all(({ takeovers: some }) => some);
  write(
    `  a move is acknowledged after p50 ${at(0.5, delays)}, p99 ${at(0.99, delays)}, of ${delays.length}`,
  );
  write(
    `  another acts for all after p50 ${at(0.5, takeovers)}, p99 ${at(0.99, takeovers)}, of ${takeovers.length}`,
  );
}

/**
 * Runs three gateways of two workers each on one store, a file and then a PostgreSQL server, stops, kills and cuts them
 * off under requests and moves for a minute (`--runs N`: N minutes), and prints what went wrong. They follow a
 * plan, a key exceeds its limit, and on the server their clocks are ten minutes apart.
 */
export async function processes(
  write: (line: string) => void,
  { quick, runs = 1, seed }: BenchOptions,
): Promise<void> {
  buildGateway();
  const seconds = quick ? 20 : SECONDS;
  for (const [name, meet] of [
    ['a file', () => Promise.resolve(meetInFile())],
    ['a PostgreSQL server', () => meetOnServer(3)],
  ] as const) {
    const played: PlayedGateways[] = [];
    for (let run = 0; run < runs; run += 1)
      played.push(await playGateways(await meet(), { seconds, seed: seed + run }));
    print(write, name, played);
  }
}
