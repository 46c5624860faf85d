import { runNamed } from './benchOptions.ts';
import { processorTime } from './processorTime.ts';
import { requests } from './requests.ts';
import { slow } from './slow.ts';
import { start } from './start.ts';
import { storm } from './storm.ts';

/** `npm run bench -- [NAME]`. */
void runNamed({ requests, start, storm, slow, processorTime }, 'requests');
