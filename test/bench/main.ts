import { games } from '../games/games';
import { runNamed } from './benchOptions';
import { requests } from './requests';
import { slow } from './slow';
import { start } from './start';
import { storm } from './storm';

/** `npm run bench -- [NAME]`; games of faults answer to their former command too. */
void runNamed({ requests, start, storm, slow, ...games }, 'requests');
