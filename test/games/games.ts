import type { Benches } from '../bench/benchOptions';
import { drain } from './drain';
import { fuzz } from './fuzz';
import { incidents } from './incidents';
import { killed } from './killed';
import { mixup } from './mixup';
import { processes } from './processes';
import { restart } from './restart';
import { writes } from './writes';

/** Games of faults: each prints what went wrong, which should be nothing. */
export const games: Benches = { incidents, killed, processes, mixup, fuzz, drain, restart, writes };
