import type { Benches } from '../bench/benchOptions.ts';
import { drain } from './drain.ts';
import { fuzz } from './fuzz.ts';
import { incidents } from './incidents.ts';
import { killed } from './killed.ts';
import { mixup } from './mixup.ts';
import { processes } from './processes.ts';
import { restart } from './restart.ts';
import { writes } from './writes.ts';

/** Games of faults: each prints what went wrong, which should be nothing. */
export const games: Benches = { incidents, killed, processes, mixup, fuzz, drain, restart, writes };
