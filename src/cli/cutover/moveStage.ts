import type { z } from 'zod';
import { ALL } from '../../cutover/stages/stageEvent';
import { renderStage, type Stage } from '../../cutover/stages/stage';
import { stageChanges } from '../../operator/stageChanges';
import { RELEASE, stageViews } from '../../operator/stageViews';
import {
  CommandEnd,
  type ExitCode,
  exitCodeOf,
  valueOrEnd,
  printRefusal,
  type Surroundings,
} from '../command';
import { type AdminPlace, openOperator, showEntry } from '../operatorClient';
import { type AskLine, createAskLine } from '../terminal';

export interface MoveOptions extends AdminPlace {
  readonly reason: string;
  readonly by?: string | undefined;
  readonly force: boolean;
  readonly yes: boolean;
  readonly confirm?: string | undefined;
}

type Gates = z.output<(typeof stageViews)['gates']['output']>;

/** Renders a move and the verdict of the gate, for people. */
function gateLines({
  resource,
  from,
  to,
  forward: isForward,
  verdict,
  conditions,
}: Gates[number]): readonly string[] {
  const move = `${resource}: from ${from} to ${to}`;
  if (from === to) return [];
  if (!isForward) return [move];
  const missing = conditions.filter(({ outlook }) => outlook !== 'passed');
  return [
    `${move}; the gate says: ${verdict}`,
    ...missing.map((condition) => `  ${condition.outlook}: ${condition.sentence}`),
  ];
}

/** Returns the resource's name, typed or given by --confirm, as the consent to `gone`. Else it ends the command. */
async function askConsentToGone(
  resource: string,
  confirmedName: string | undefined,
  ask: AskLine | undefined,
) {
  if (confirmedName === undefined && ask === undefined)
    throw new CommandEnd([`not moved: confirm it with --confirm ${resource}`], 2);
  const name =
    confirmedName ?? (await ask?.(`At gone every request gets a 410. Type the resource's name to go on:`));
  if (name === resource) return name;
  throw new CommandEnd([`not moved: "${name ?? ''}" is not ${resource}`], 2);
}

/** Asks for consent to moves forward. Returns the name of the resource if that had to be typed. */
async function consentTo(
  forward: Gates,
  { force, yes, confirm }: MoveOptions,
  ask: AskLine | undefined,
): Promise<string | undefined> {
  if (!force && forward.some(({ verdict }) => verdict !== 'ready'))
    throw new CommandEnd(['not moved: the gate is not passed; wait for what is missing, or add --force'], 1);
  const retirement = forward.find(({ to }) => to === 'gone');
  if (retirement !== undefined) return askConsentToGone(retirement.resource, confirm, ask);
  if (forward.length === 0 || yes) return undefined;
  if (ask === undefined)
    throw new CommandEnd(['not moved: no question can be asked without a terminal; add --yes'], 2);
  const answer = await ask('Move it? [yes/no]');
  if (!/^y(es)?$/i.test(answer)) throw new CommandEnd(['not moved'], 1);
  return undefined;
}

/**
 * Moves one resource, or all (`*`), or releases it, after showing the verdict of the gate. Ends with 1 if the gate is
 * not passed or the gateway refuses, and with 2 if nobody has agreed. A move back, and the end of a hold, need no
 * consent: of all resources only those that go back are moved then.
 */
export async function moveStage(
  resource: string,
  to: Stage | 'release',
  options: MoveOptions,
  surroundings: Surroundings,
  ask: AskLine | undefined = createAskLine(),
): Promise<ExitCode> {
  const { environment, terminal } = surroundings;
  const isReleasing = to === 'release';
  if (!isReleasing && to.kind === 'gone' && resource === ALL)
    throw new CommandEnd(['gone is set for one resource at a time'], 2);
  const stage = isReleasing ? RELEASE : renderStage(to);
  const client = valueOrEnd(openOperator(options, environment, terminal));
  // Without a token nothing is moved, so no move is shown.
  valueOrEnd(client.permits(stageChanges.move));
  const gates = valueOrEnd(await client.ask(stageViews.gates, { resource, to: stage }));
  printRefusal(gates.flatMap(gateLines), terminal, 0);
  const forward = gates.filter((gate) => gate.forward);
  const back = gates.filter((gate) => !gate.forward && gate.from !== gate.to);
  const { force, reason, by } = options;
  const changeStage = (name: string, confirm?: string): Promise<ExitCode> => {
    const input = { resource: name, force, confirm, reason, by };
    const asking = { place: options, ...surroundings };
    if (isReleasing) return showEntry(stageChanges.release, input, asking);
    return showEntry(stageChanges.move, { ...input, to: stage }, asking);
  };
  if (back.length > 0 && forward.length > 0) {
    const codes: number[] = [];
    // A refusal of one leaves none of the others where it is.
    for (const gate of back) codes.push(await exitCodeOf(() => changeStage(gate.resource), terminal));
    const stillForward = forward.map((gate) => `${gate.resource} at ${gate.from}`).join(', ');
    terminal.complain(`left, as ${stage} is forward of it: ${stillForward}; move it by its own name`);
    return codes.some((code) => code !== 0) ? 1 : 0;
  }
  return changeStage(resource, await consentTo(forward, options, ask));
}
