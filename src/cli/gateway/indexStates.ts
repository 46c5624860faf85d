import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { Environment } from '../../config';
import { callerText } from '../../cutover/callerNames';
import { gatewayEntries } from '../../operator/gatewayEntries';
import { CommandEnd, type ExitCode, need } from '../command';
import { type AdminPlace, openOperator, type OperatorClient } from '../operatorClient';
import { print, progressBar, type Terminal } from '../terminal';

/** Options of `lifeboat index warm`. */
export interface WarmOptions extends AdminPlace {
  /** True to wait until no index is being read any more. */
  readonly wait: boolean;
  readonly json: boolean;
}

type States = z.output<(typeof gatewayEntries)['indexes']['output']>;

/** Interval (ms) between two requests for the progress of a running gateway. */
const ROUND_MS = 1_000;

/** Asks until no index is being read any more, and shows the progress. */
async function follow({ ask }: OperatorClient, { interactive }: Terminal): Promise<States> {
  const show = progressBar('offers', interactive);
  for (;;) {
    const states = need(await ask(gatewayEntries.indexes, {}));
    const offers = states.reduce((sum, state) => sum + state.offers, 0);
    const total = states.reduce((sum, state) => sum + (state.total ?? state.offers), 0);
    if (total > 0) show(Math.min(total, offers), total);
    if (!states.some(({ isReading }) => isReading)) return states;
    await pause(ROUND_MS);
  }
}

/** Renders the progress of the indexes. */
export const indexLines = (states: States): readonly string[] =>
  states.map(({ index, caller, name, isComplete, isReading, offers, total }) => {
    const progress = isComplete ? 'complete' : isReading ? 'is being read' : 'not read';
    return `${index} of ${callerText(caller, name)}: ${progress}, ${offers} of ${total ?? '?'} offers`;
  });

/** Returns 0 if every index is complete or being read; without a key it ends the command with the reason. */
export function exitCodeOfIndexes(states: States): ExitCode {
  if (states.length === 0)
    throw new CommandEnd(['no key is known: it takes an exchange table (`lifeboat keys`)'], 1);
  return states.every(({ isComplete, isReading }) => isComplete || isReading) ? 0 : 1;
}

/** Starts to fill the indexes of a running gateway, and prints their progress. */
export async function warmIndexes(
  { wait, json, ...adminPlace }: WarmOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const client = need(openOperator(adminPlace, environment, terminal));
  const begun = need(await client.ask(gatewayEntries.warmIndexes, {}));
  const states = wait ? await follow(client, terminal) : begun;
  print(states, indexLines(states), json, terminal);
  return exitCodeOfIndexes(states);
}
