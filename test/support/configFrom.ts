import type { Config } from '../../src/config/configuration.js';
import { renderConfigFault } from '../../src/config/configFaults.js';
import { readConfig } from '../../src/config/readConfig.js';

/** Reads the settings from environment variables alone. */
export function configFrom(environment: Readonly<Record<string, string>>, sandbox = false): Config {
  const read = readConfig({ file: undefined, environment, overrides: [], sandbox });
  if (!read.ok)
    throw new Error(read.faults.map((fault) => renderConfigFault(fault, { colour: false })).join('\n'));
  return read.config;
}
