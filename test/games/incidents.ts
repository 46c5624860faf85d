import { randomFrom } from '../cutover/support/simulations.ts';
import { incidents as all } from '../support/incidents.ts';
import { channels, type Played, playIncident } from '../support/playIncident.ts';
import { playBlips, playQuiet } from '../support/playQuiet.ts';
import type { BenchOptions } from '../bench/benchOptions.ts';

const CROWDS = [1, 6, 200] as const;

const secondsText = (seconds: number | undefined): string =>
  seconds === undefined ? '-' : String(Math.round(seconds));

function row({ callers, said: statedMap, hurt, safe, green, falseAlarms }: Played): string {
  const heard = channels.map((channel) => secondsText(statedMap.get(channel)).padStart(channel.length));
  const alarms = falseAlarms.length === 0 ? '' : `  false: ${falseAlarms.join('; ')}`;
  const figures = [hurt, secondsText(safe), secondsText(green)].map((figure) => String(figure).padStart(5));
  return `  ${String(callers).padStart(7)}  ${heard.join('  ')}  ${figures.join('  ')}${alarms}`;
}

/**
 * Plays every incident before 1, 6 and 200 callers (`--runs N`: before N) and prints when each channel says it, then 24
 * hours (`--quick`: 2) of noise, and as many of short failures.
 */
export async function incidents(
  write: (line: string) => void,
  { runs, seed, quick }: BenchOptions,
): Promise<void> {
  write(`  callers  ${channels.join('  ')}   hurt   safe  green`);
  for (const incident of all) {
    write(incident.name);
    for (const callers of runs === undefined ? CROWDS : [runs])
      write(row(await playIncident(incident, callers)));
  }
  const hours = quick ? 2 : 24;
  for (const callers of runs === undefined ? CROWDS : [runs]) {
    const statedTexts = await playQuiet(hours, randomFrom(seed), callers);
    const texts = statedTexts.map((text) => `\n  ${text}`).join('');
    write(`${hours} hours of noise, callers: ${callers}, false alarms: ${statedTexts.length}${texts}`);
    const late = await playBlips(hours, callers);
    write(
      `${hours} hours of short failures, callers: ${callers}, alarms 5 min later: ${late.length}${late.map((text) => `\n  ${text}`).join('')}`,
    );
  }
}
