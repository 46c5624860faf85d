import type { z } from 'zod';
import type { Environment } from '../../config';
import { callerText } from '../../cutover/callerNames';
import { gatewayEntries } from '../../operator/gatewayEntries';
import { type ExitCode, refused } from '../command';
import { type AdminPlace, openOperator, type OperatorClient } from '../operatorClient';
import { progressBar, type Terminal } from '../terminal';

/** Options of `lifeboat index`. */
export interface IndexOptions extends AdminPlace {
  /** True to start reading every incomplete index. */
  readonly warm: boolean;
  /** True to wait until no index is being read any more. */
  readonly wait: boolean;
  readonly json: boolean;
}

type State = z.output<(typeof gatewayEntries)['indexes']['output']>[number];

/** Interval (ms) between two requests for the progress of a running gateway. */
const ROUND_MS = 1_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, ROUND_MS));

const sum = (states: readonly State[], of: (state: State) => number): number =>
  states.reduce((all, state) => all + of(state), 0);

/** Asks until no index is being read any more, and shows the progress. */
async function follow({ ask }: OperatorClient, { interactive }: Terminal) {
  const show = progressBar('offers', interactive);
  for (;;) {
    const states = await ask(gatewayEntries.indexes, {});
    if (!states.ok) return states;
    const total = sum(states.value, ({ total: all, offers }) => all ?? offers);
    if (total > 0)
      show(
        Math.min(
          total,
          sum(states.value, ({ offers }) => offers),
        ),
        total,
      );
    if (!states.value.some(({ isReading }) => isReading)) return states;
    await pause();
  }
}

const stateLine = ({ index, caller, name, isComplete, isReading, offers, total }: State): string => {
  const unfinished = isReading ? 'is being read' : 'not read';
  return `${index} of ${callerText(caller, name)}: ${isComplete ? 'complete' : unfinished}, ${offers} of ${total ?? '?'} offers`;
};

/** Returns 0 if a key is known and every index is complete or being read. */
const exitCodeOf = (states: readonly State[]): ExitCode =>
  states.length > 0 && states.every(({ isComplete, isReading }) => isComplete || isReading) ? 0 : 1;

/** Prints the progress of a running gateway's indexes; with `warm` it first starts to fill them. */
export async function indexStates(
  options: IndexOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { write, complain, colour } = terminal;
  const client = openOperator(options, environment, { colour });
  if (!client.ok) return refused(client.failure, terminal, 1);
  const firstAnswer = await client.value.ask(
    options.warm ? gatewayEntries.warmIndexes : gatewayEntries.indexes,
    {},
  );
  const states = firstAnswer.ok && options.wait ? await follow(client.value, terminal) : firstAnswer;
  if (!states.ok) return refused([states.failure.sentence], terminal, 1);
  const { value } = states;
  if (options.json) write(JSON.stringify(value, null, 2));
  else for (const state of value) write(stateLine(state));
  if (value.length === 0) complain('no key is known: it takes an exchange table (`lifeboat keys`)');
  return exitCodeOf(value);
}
