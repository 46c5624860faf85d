import { runNamed } from './benchOptions';
import { processorTime } from './processorTime';
import { requests } from './requests';
import { slow } from './slow';
import { start } from './start';
import { storm } from './storm';

/** `npm run bench -- [NAME]`. */
void runNamed({ requests, start, storm, slow, processorTime }, 'requests');
