import { createDice } from '../hostile/dice.ts';
import { startGarblingUpstream } from '../hostile/garblingUpstream.ts';

/** The upstream of the mixup game in a process of its own, with the seed that it is given. */
void startGarblingUpstream(createDice(Number(process.argv[2]))).then(({ origin }) => process.send?.(origin));
