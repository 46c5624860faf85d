import { z } from 'zod';
import { count, type Locate, milliseconds, settingFacts as facts, text } from './settingKinds';

const percent = (preset: number, about: string) =>
  count(preset, 0, 100, about, 'a number from 0 to 100, in percent and without its sign');

/** Settings of the comparison at the stages shadow, canary and v2. */
export const comparisonSettings = z
  .strictObject({
    sample: percent(
      10,
      'Share of the served requests that is compared with the other API, percent; more in doubt; 0 for none.',
    ),
    controls: percent(
      5,
      'Share of those for which v1 is asked twice, to learn where it differs from itself.',
    ),
    requestsPerMinute: count(
      60,
      1,
      10_000,
      'Most requests a minute to each API for the comparison, of one key; v1 allows 500 in all (spec 8).',
      'a number of requests from 1 to 10000',
    ),
    queue: count(
      256,
      1,
      10_000,
      'Answers that may wait to be compared; one more is counted as not compared.',
      'a number of answers from 1 to 10000',
    ),
    deadline: milliseconds(10_000, 'Most time from an answer to its comparison, ms.'),
    bodyKilobytes: count(
      1024,
      1,
      16_384,
      'Longest answer that is compared, KiB.',
      'kilobytes from 1 to 16384',
    ),
    writes: z.enum(['read-back', 'translate-only', 'off']).default('read-back').register(facts, {
      about: 'Check of writes that v1 has answered: read through v2, translated and not sent, or none.',
      wants: 'read-back, translate-only or off',
    }),
    lag: milliseconds(5_000, 'Time that a write may take to show in v2, ms.'),
    rules: text().optional().register(facts, {
      about: 'File of the agreed differences. Default: comparison/ignore.yaml in the folder of the mappings.',
      wants: 'the path of a YAML file',
      example: 'agreed.yaml',
      file: true,
    }),
    values: text().optional().register(facts, {
      about: 'Paths whose values may be kept and shown, with commas between; secrets never are.',
      wants: 'paths with commas between them',
      example: 'data.attributes.title, data.attributes.price',
    }),
    keepPairs: count(20_000, 1, 1_000_000, 'Compared pairs that are kept.', 'a number from 1 to 1000000'),
    windowDays: count(
      7,
      1,
      365,
      'Length of the window of the verdict, days; shown with the figure of all that is kept.',
      'days from 1 to 365',
    ),
    keepDays: count(30, 1, 365, 'Time that pairs are kept, days.', 'days from 1 to 365'),
  })
  .prefault({});

type Settings = z.output<typeof comparisonSettings>;

/** Settings of the comparison as the program uses them; shares in percent, times in milliseconds. */
export interface ComparisonConfig {
  readonly sample: number;
  readonly controls: number;
  readonly requestsPerMinute: number;
  readonly queue: number;
  readonly deadline: number;
  readonly bodyBytes: number;
  readonly writes: Settings['writes'];
  readonly lag: number;
  /** File of the agreed differences. */
  readonly rules: string | undefined;
  /** Paths whose values may be kept. */
  readonly values: readonly string[];
  readonly keepPairs: number;
  readonly keepMs: number;
  readonly windowMs: number;
}

const KIBIBYTE_BYTES = 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Converts the settings of the comparison. */
export function comparisonOf(
  { rules, values = '', bodyKilobytes, keepDays, windowDays, ...same }: Settings,
  absolute: Locate,
): ComparisonConfig {
  return {
    ...same,
    bodyBytes: bodyKilobytes * KIBIBYTE_BYTES,
    keepMs: keepDays * DAY_MS,
    windowMs: windowDays * DAY_MS,
    rules: rules === undefined ? undefined : absolute('comparison.rules', rules),
    values: values
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== ''),
  };
}
