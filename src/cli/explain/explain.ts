import type { Environment } from '../../config';
import { readConfig } from '../../config/readConfig';
import { renderConfigFault } from '../../config/renderConfigFault';
import type { Explanation } from '../../explanation/explanation';
import { failure, type Result, success } from '../../translation/result';
import type { ExitCode } from '../exitCode';
import { operatorKey } from '../doctor/operatorKey';
import { readMappings } from '../readMappings';
import type { Terminal } from '../terminal';
import type { AskedCall } from './askedCall';
import type { ExplainOptions } from './explainOptions';
import { explainOffline } from './explainOffline';
import { explainThrough } from './explainThrough';
import { openSubject } from './openSubject';
import { readAsked } from './readAsked';
import { readJsonFile } from './readInput';
import { renderExplanation } from './renderExplanation';

async function explanationOf(
  call: AskedCall,
  options: ExplainOptions,
  environment: Environment,
  colour: boolean,
): Promise<Result<Explanation, readonly string[]>> {
  // An answer that is given needs no upstream.
  const sandbox = options.sandbox || options.v2 !== undefined;
  const read = readConfig({ file: options.config, environment, overrides: [], sandbox });
  if (!read.ok) return failure(read.faults.map((fault) => renderConfigFault(fault, { colour })));
  const { config } = read;
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const subject = openSubject(call, mappings.value);
  if (!subject.ok) return failure([subject.failure]);
  if (options.v2 === undefined) {
    return explainThrough(subject.value, call, { options, config, environment, colour });
  }
  const given = readJsonFile(options.v2);
  return given.ok
    ? success(explainOffline(subject.value, given.value, options.item))
    : failure([given.failure]);
}

/** Prints an explanation; the exit code tells whether the request ends well. */
function tell(explanation: Explanation, json: boolean, { write, complain }: Terminal): ExitCode {
  const { answer, calls } = explanation;
  if (json) write(JSON.stringify(explanation, null, 2));
  else for (const line of renderExplanation(explanation)) write(line);
  if (answer?.problem === 'unauthenticated' && calls.length === 0) {
    complain(
      'no key, or not one that is known: name its variable with --key-env, or add -H "Authorization: Bearer ..."',
    );
  }
  return answer === undefined || answer.status < 300 ? 0 : 1;
}

/**
 * Explains one request: 0 when it ends well, 1 when it does not or cannot be explained, 2 when it makes no sense. A write
 * to a configured upstream is executed only with `--send`.
 */
export async function explain(
  words: readonly string[],
  options: ExplainOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { complain, colour } = terminal;
  const key = operatorKey(options.keyEnv, environment);
  if (!key.ok) {
    complain(`--key-env: ${key.failure.message}`);
    return 2;
  }
  const shown = key.value === undefined ? [] : [`Authorization: Bearer ${key.value}`];
  const call = readAsked({ words, body: options.body, headers: [...options.header, ...shown] });
  if (!call.ok) {
    complain(call.failure);
    return 2;
  }
  const explained = await explanationOf(call.value, options, environment, colour);
  if (explained.ok) return tell(explained.value, options.json, terminal);
  for (const line of explained.failure) complain(line);
  return 1;
}
