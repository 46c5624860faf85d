import { tryLaws } from '../../../src/proof/laws/tryLaws.js';
import { shipped } from '../../support/shipped.ts';
import { repetitions } from '../../support/repetitions.ts';

const RUNS = repetitions(12, 500);

/** One after the other in this process, which a test starts in the first: what a module keeps of a zone breaks in the next. */
const foundEntries = process.argv.slice(2).map((zone) => {
  process.env['TZ'] = zone;
  const broken = shipped().resources.flatMap((resource) => tryLaws(resource, { runs: RUNS, seed: 20251130 }));
  const january = new Date(2024, 0, 15, 10, 30).getTimezoneOffset();
  return [zone, { january, broken }];
});
process.stdout.write(JSON.stringify(Object.fromEntries(foundEntries)));
