import { runNamed } from '../bench/benchOptions.ts';
import { games } from './games.ts';

/** `npm run games -- NAME`. */
void runNamed(games);
