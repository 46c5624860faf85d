import type { Mappings } from '../../mapping/compile/loadMappings';
import type { ConfigFault } from '../../config/configFaults';
import { type ReadConfig, readConfig, warnings } from '../../config/readConfig';
import { type Finding, findingsAbout, renderFinding, type FindingSeverity } from './doctorFindings';
import type { Config } from '../../config/configuration';
import type { Clock } from '../../contract/clock';
import { createService, examineService } from './examineService';
import type { Environment } from '../../config';
import { counted } from '../../mapping/compile/ledger';
import { checkKeys, operatorKey } from './checkKeys';
import { checkMappings, checkStore } from './checkFiles';
import { checkWrites } from './checkWrites';
import { examineV2, type NotifyFindings } from './examineV2';
import type { ExitCode } from '../command';
import { systemClock } from '../../runtime/systemClock';
import { nodeWarning } from './supportedNode';
import type { Terminal } from '../terminal';

const { ok, warning, error } = findingsAbout('settings');

function faultFinding(fault: ConfigFault): Finding {
  if (fault.kind === 'named') return error(`${fault.place} ${fault.message}`, fault.hint);
  const { file, line, message, hint } = fault.fault;
  return error(`${file}:${line}: ${message}`, hint);
}

/** Checks the settings: reports faults, and values that are valid but probably unintended. */
function checkSettings(read: ReadConfig, nodeVersion: string): Finding[] {
  const old = nodeWarning(nodeVersion);
  const ageing = old === undefined ? [] : [findingsAbout('node').warning(old, undefined)];
  if (!read.ok) return [...ageing, ...read.faults.map(faultFinding)];
  const files = [...read.effective.sources.values()].flatMap((source) =>
    source.kind === 'file' ? [source.file] : [],
  );
  const [file = 'the environment and the defaults'] = files;
  const unmeant = warnings(read.config).map((text) => warning(text, undefined));
  return [...ageing, ok(`no faults, read from ${file}`), ...unmeant];
}

const says = findingsAbout('v1');

const DAY = 24 * 60 * 60 * 1000;

/** Parameters of examineV1. */
interface V1Visit {
  readonly config: Pick<Config, 'sunset' | 'keys'>;
  readonly mappings: Pick<Mappings, 'profile' | 'wire'>;
  readonly key: string | undefined;
  readonly clock: Clock;
}

/** Checks that v1 answers, as long as the configuration uses it. */
async function examineV1(
  origin: string | undefined,
  { config: { sunset, keys }, mappings: { profile, wire }, key, clock }: V1Visit,
): Promise<Finding[]> {
  if (origin === undefined)
    return [says.ok('not configured: requests that are not translated are answered 410')];
  const days = Math.ceil((sunset - clock.now()) / DAY);
  const day = new Date(sunset).toISOString().slice(0, 10);
  if (days <= 0)
    return [says.warning(`is not asked any more since ${day}`, 'remove upstream.v1, or correct sunset')];
  const service = createService(origin, wire, clock);
  try {
    // With an exchange table the operator's key is a v2 key, which v1 would refuse.
    const v1Key = keys.kind === 'passOn' ? key : undefined;
    const findings = await examineService(
      service,
      { origin, path: profile.v1.probe ?? '/v1', key: v1Key },
      clock,
      says,
    );
    return [...findings, says.ok(`will be asked until ${day}, for ${days} more days`)];
  } finally {
    await service.close();
  }
}

/** Options of `lifeboat doctor`. */
export interface DoctorOptions {
  readonly config?: string | undefined;
  /** Name of the environment variable that holds the operator's v2 key. */
  readonly keyEnv?: string | undefined;
  readonly json: boolean;
}

/** Runs every check that changes nothing, each after the checks that it depends on. */
async function examine(
  { config: file, keyEnv }: DoctorOptions,
  environment: Environment,
  clock: Clock,
  notify: NotifyFindings,
): Promise<void> {
  const read = readConfig({ file, environment, overrides: [], sandbox: false });
  notify(checkSettings(read, process.version));
  if (!read.ok) return;
  const { config } = read;
  notify(await checkKeys(config.keys, environment, clock.now()));
  notify(await checkStore(config));
  notify(await checkWrites(config, clock.now()));
  const { findings, mappings } = await checkMappings(config.mappings, config.dates);
  notify(findings);
  const named = operatorKey(keyEnv, environment);
  if (!named.ok) notify([named.failure]);
  const key = named.ok ? named.value : undefined;
  const { upstream, index } = config;
  if (upstream.kind !== 'service') return;
  if (mappings === undefined) return;
  notify(await examineV1(upstream.v1, { config, mappings, key, clock }));
  await examineV2({ origin: upstream.v2, mappings, key, pageBudget: index.pageBudget, clock }, notify);
}

/** Prints every finding with its advice; returns 1 if a finding keeps requests from being answered. */
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
  const count = (severity: FindingSeverity) => all.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (options.json) write(JSON.stringify({ findings: all, errors, warnings }, null, 2));
  else write(`\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}`);
  return errors === 0 ? 0 : 1;
}
