import { isInstalled } from '../machine/isInstalled';
import { autocannon } from './autocannon';
import type { LoadTool } from './load';
import { wrk } from './wrk';

/** The better of the load tools that there are. */
export const loadTool = (): LoadTool => (isInstalled('wrk') ? wrk : autocannon);
