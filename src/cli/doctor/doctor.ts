import type { Environment } from '../../config';
import type { ConfigFault } from '../../config/configFaults';
import type { Config } from '../../config/configuration';
import { type ReadConfig, readConfig, listSettingWarnings } from '../../config/readConfig';
import { type Clock, DAY_MS } from '../../contract/clock';
import { counted } from '../../mapping/compile/ledger';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { systemClock } from '../../runtime/systemClock';
import type { ExitCode, Surroundings } from '../command';
import { print } from '../terminal';
import { checkIndex, checkMappings, checkStart, checkStore, checkKeys, operatorKey } from './checkFiles';
import {
  withSubject,
  type CheckRun,
  type CheckSteps,
  error,
  type Finding,
  type FindingSeverity,
  okFinding,
  renderFinding,
  type DoctorFinding,
  warning,
} from './doctorFindings';
import { createService, examineService } from './examineService';
import { examineV2 } from './examineV2';
import { nodeWarning } from './supportedNode';

function settingFault(fault: ConfigFault): DoctorFinding {
  if (fault.kind === 'named') return error(`${fault.place} ${fault.message}`, fault.hint);
  const { file, line, message, hint } = fault.fault;
  return error(`${file}:${line}: ${message}`, hint);
}

/** Checks the settings: reports faults, and values that are valid but probably unintended. */
function* checkSettings(read: ReadConfig): CheckSteps {
  if (!read.ok) return yield* read.faults.map(settingFault);
  const files = [...read.effective.sources.values()].flatMap((source) =>
    source.kind === 'file' ? [source.file] : [],
  );
  yield okFinding(`no faults, read from ${files[0] ?? 'the environment and the defaults'}`);
  for (const text of listSettingWarnings(read.config)) yield warning(text);
}

/** Checks that v1 answers, as long as the configuration uses it. */
async function* examineV1(
  origin: string | undefined,
  { sunset, keys }: Pick<Config, 'sunset' | 'keys'>,
  { profile, wire }: Pick<Mappings, 'profile' | 'wire'>,
  key: string | undefined,
  clock: Clock,
): CheckRun {
  if (origin === undefined)
    return yield okFinding('not configured: requests that are not translated are answered 410');
  const days = Math.ceil((sunset - clock.now()) / DAY_MS);
  const day = new Date(sunset).toISOString().slice(0, 10);
  if (days <= 0)
    return yield warning(`is not asked any more since ${day}`, 'remove upstream.v1, or correct sunset');
  const service = createService(origin, wire, clock);
  try {
    // With an exchange table the operator's key is a v2 key, which v1 would refuse.
    const v1Key = keys.kind === 'passOn' ? key : undefined;
    yield* examineService(service, { origin, path: profile.v1.probe ?? '/v1', key: v1Key }, clock);
    yield okFinding(`will be asked until ${day}, for ${days} more days`);
  } finally {
    await service.close();
  }
}

export interface DoctorOptions {
  readonly config?: string | undefined;
  readonly keyEnv?: string | undefined;
  readonly json: boolean;
}

/** Runs every check that changes nothing, each after the checks that it depends on. */
async function* examine(
  { config: file, keyEnv }: DoctorOptions,
  environment: Environment,
  clock: Clock,
): AsyncGenerator<Finding> {
  const read = readConfig({ file, environment, overrides: [], sandbox: false });
  const oldNode = nodeWarning(process.version);
  if (oldNode !== undefined) yield* withSubject('node', [warning(oldNode)]);
  yield* withSubject('settings', checkSettings(read));
  if (!read.ok) return;
  const { config } = read;
  yield* withSubject('keys', checkKeys(config.keys, environment, clock.now()));
  yield* withSubject('store', checkStore(config));
  yield* withSubject('index', checkIndex(config));
  let mappings: Mappings | undefined;
  yield* withSubject(
    'mappings',
    checkMappings(config, (checked) => (mappings = checked)),
  );
  if (mappings !== undefined) yield* withSubject('start', checkStart(config, mappings));
  const named = operatorKey(keyEnv, environment);
  if (!named.ok) yield* withSubject('keys', [named.failure]);
  const key = named.ok ? named.value : undefined;
  const { upstream, index } = config;
  if (upstream.kind !== 'service' || mappings === undefined) return;
  yield* withSubject('v1', examineV1(upstream.v1, config, mappings, key, clock));
  yield* examineV2({ origin: upstream.v2, mappings, key, pageBudget: index.pageBudget, clock });
}

/** Prints every finding with its advice; returns 1 if a finding keeps requests from being answered. */
export async function doctor(
  options: DoctorOptions,
  { environment, terminal }: Surroundings,
  clock: Clock = systemClock,
): Promise<ExitCode> {
  const all: Finding[] = [];
  for await (const finding of examine(options, environment, clock)) {
    all.push(finding);
    if (!options.json) terminal.write(renderFinding(finding, terminal.colour));
  }
  const count = (severity: FindingSeverity) => all.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const sum = `\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  print({ findings: all, errors, warnings }, [sum], options.json, terminal);
  return errors === 0 ? 0 : 1;
}
