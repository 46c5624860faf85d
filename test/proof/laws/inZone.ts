import { tryLaws } from '../../../src/proof/laws/tryLaws';
import { shipped } from '../../support/shipped';
import { repetitions } from '../../support/repetitions';

const RUNS = repetitions(12, 500);

// Run as a process of its own: a process takes its time zone from TZ once, at its start.
const broken = shipped().resources.flatMap((resource) => tryLaws(resource, { runs: RUNS, seed: 20251130 }));
const january = new Date(2024, 0, 15, 10, 30).getTimezoneOffset();
process.stdout.write(JSON.stringify({ january, broken }));
