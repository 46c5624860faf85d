import { runNamed } from '../bench/benchOptions';
import { games } from './games';

/** `npm run games -- NAME`. */
void runNamed(games);
