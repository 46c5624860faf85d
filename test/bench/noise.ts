import { compareWith } from '../comparison/inMemory/compareWith';
import { noiseFrom } from '../comparison/inMemory/noise';
import { accountFaults } from '../comparison/judge/accountFaults';
import { currencyFaults } from '../comparison/judge/currencyFaults';
import { openJudgedTraffic } from '../comparison/judge/judgedTraffic';
import { equallyNoisy, reportedRegressions } from '../comparison/support/simulations';
import { randomFrom } from '../cutover/support/simulations';
import type { BenchOptions } from './benchOptions';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

function simulations(write: (line: string) => void, runs: number, seed: number): void {
  const kinds = [
    ['by lot and because of differences', { byLot: 0.05, becauseDifferent: true }, 1e9],
    ['at every pair', { byLot: 1, becauseDifferent: false }, 1e9],
    ['at natural repeats alone', { byLot: 0, becauseDifferent: false }, 100],
  ] as const;
  write(
    `runs of 1,000 requests without a fault in which a regression is reported (at most 5%), ${runs} runs`,
  );
  for (const [name, looks, different] of kinds) {
    const reported = reportedRegressions({
      fields: equallyNoisy,
      looks,
      requests: 1_000,
      different,
      runs,
      seed,
    });
    write(`  v1 asked again ${name}: ${percent(reported)}`);
  }
  const fields = [{ path: 'views', first: 0, v1: 0.5, v2: 0.6, values: 1_000 }];
  const looks = { byLot: 1, becauseDifferent: false };
  const found = reportedRegressions({ fields, looks, requests: 1_000, different: 1e9, runs, seed });
  write(`a field that differs in 60% where v1 does in 50% is found within 1,000 pairs: ${percent(found)}`);
}

async function plantedFaults(write: (line: string) => void, seed: number): Promise<void> {
  write('requests through the gateway until each fault planted in v2 is proven (at most 1,000)');
  const traffic = await openJudgedTraffic();
  for (const { name, plants, writes = false } of [...currencyFaults, ...accountFaults]) {
    const { requests } = await traffic.judge(plants, {
      ...{ requests: 1_000, seed, writes },
      until: ({ issues }) => issues.some(({ state }) => state === 'regression'),
    });
    write(`  ${String(requests).padStart(5)}  ${name}`);
  }
  await traffic.close();
}

/** Prints the figures of the side-by-side comparison at full size; `runs` scales all of them down. */
export async function noise(
  write: (line: string) => void,
  { runs = 1_000, seed }: BenchOptions,
): Promise<void> {
  simulations(write, runs, seed);
  await plantedFaults(write, seed);
  const requests = runs * 100;
  const { report } = await compareWith({}, noiseFrom(randomFrom(seed)), { requests, seed });
  const { issues, differing, verdict } = report;
  write(`${requests.toLocaleString('en')} requests without a fault, every field of them noisy:`);
  write(`  ${issues.length} issues, ${differing} differing requests, ${verdict} the budget`);
  for (const { path, held, onlyV2, onlyV1 } of report.noise) {
    write(`  ${path}: held to ${held ?? 'nothing'}, ${onlyV2} only v2, ${onlyV1} only v1`);
  }
}
