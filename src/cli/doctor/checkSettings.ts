import type { ConfigFault } from '../../config/configFault';
import type { ReadConfig } from '../../config/readConfig';
import { warnings } from '../../config/warnings';
import { nodeWarning } from '../nodeWarning';
import { about } from './about';
import type { Finding } from './finding';

const { ok, warning, error } = about('settings');

function faultFinding(fault: ConfigFault): Finding {
  if (fault.kind === 'named') return error(`${fault.place} ${fault.message}`, fault.hint);
  const { file, line, message, hint } = fault.fault;
  return error(`${file}:${line}: ${message}`, hint);
}

/** What is wrong with the settings, and what is allowed and most likely not meant. */
export function checkSettings(read: ReadConfig, nodeVersion: string): Finding[] {
  const old = nodeWarning(nodeVersion);
  const ageing = old === undefined ? [] : [about('node').warning(old, undefined)];
  if (!read.ok) return [...ageing, ...read.faults.map(faultFinding)];
  const files = [...read.effective.sources.values()].flatMap((source) =>
    source.kind === 'file' ? [source.file] : [],
  );
  const [file = 'the environment and the defaults'] = files;
  const unmeant = warnings(read.config).map((text) => warning(text, undefined));
  return [...ageing, ok(`no faults, read from ${file}`), ...unmeant];
}
