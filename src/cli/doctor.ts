import type { Environment } from '../config';
import { readConfig } from '../config/readConfig';
import type { Clock } from '../gateway/clock';
import { counted } from '../mapping/counted';
import { checkKeys } from './doctor/checkKeys';
import { checkMappings } from './doctor/checkMappings';
import { checkSettings } from './doctor/checkSettings';
import { checkStores } from './doctor/checkStores';
import { examineV1 } from './doctor/examineV1';
import { examineV2, type Tell } from './doctor/examineV2';
import type { Finding, Severity } from './doctor/finding';
import { operatorKey } from './doctor/operatorKey';
import { renderFinding } from './doctor/renderFinding';
import type { ExitCode } from './exitCode';
import { systemClock } from './systemClock';
import type { Terminal } from './terminal';

/** The options of `lifeboat doctor`. */
export interface DoctorOptions {
  readonly config?: string | undefined;
  /** Name of the variable that holds the operator's key of v2. */
  readonly keyEnv?: string | undefined;
  readonly json: boolean;
}

/** Looks at everything that can be looked at without changing it, in the order in which one thing needs another. */
async function examine(
  { config: file, keyEnv }: DoctorOptions,
  environment: Environment,
  clock: Clock,
  tell: Tell,
): Promise<void> {
  const read = readConfig({ file, environment, overrides: [], sandbox: false });
  tell(checkSettings(read, process.version));
  if (!read.ok) return;
  const { config } = read;
  tell(await checkKeys(config.keys, environment, clock.now()));
  tell(checkStores(config));
  const { findings, mappings } = await checkMappings(config.mappings);
  tell(findings);
  const named = operatorKey(keyEnv, environment);
  if (!named.ok) tell([named.failure]);
  const key = named.ok ? named.value : undefined;
  const { upstream, index } = config;
  if (upstream.kind !== 'service') return;
  tell(await examineV1(upstream.v1, config, key, clock));
  if (mappings === undefined) return;
  await examineV2({ origin: upstream.v2, mappings, key, pageBudget: index.pageBudget, clock }, tell);
}

/** Says what is wrong, and what to do about each finding; 1 when anything keeps requests from being answered. */
export async function doctor(
  options: DoctorOptions,
  environment: Environment,
  { write, colour }: Terminal,
  clock: Clock = systemClock,
): Promise<ExitCode> {
  const all: Finding[] = [];
  await examine(options, environment, clock, (findings) => {
    all.push(...findings);
    if (!options.json) for (const finding of findings) write(renderFinding(finding, colour));
  });
  const count = (severity: Severity) => all.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (options.json) write(JSON.stringify({ findings: all, errors, warnings }, null, 2));
  else write(`\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}`);
  return errors === 0 ? 0 : 1;
}
