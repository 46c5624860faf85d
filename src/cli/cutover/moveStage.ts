import type { z } from 'zod';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../contract/result';
import { ALL } from '../../cutover/stages/stageEvent';
import { renderStage, type Stage } from '../../cutover/stages/stage';
import { RELEASE, stageViews } from '../../operator/stageViews';
import { type ExitCode, refused } from '../command';
import { openOperator } from '../operatorClient';
import type { Ask, Terminal } from '../terminal';
import { type ChangeOptions, changeStage, type StageChange } from './stageControl';

/** Options of `lifeboat stage set`. */
export interface MoveOptions extends ChangeOptions {
  readonly force: boolean;
  /** True to ask no question. */
  readonly yes: boolean;
}

/** Surroundings of a move. */
export interface MoveSurroundings {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Undefined when stdin is not a terminal. */
  readonly ask: Ask | undefined;
}

/** Consent to a move, with the resource's name if that had to be typed; the failure is the reason against. */
type Consent =
  | { readonly ok: true; readonly confirm?: string | undefined }
  | { readonly ok: false; readonly code: ExitCode; readonly sentence: string };

type Gates = z.output<(typeof stageViews)['gates']['output']>;

/** Renders a move and the verdict of the gate, for people. */
function gateLines({ resource, from, to, forward, verdict, conditions }: Gates[number]): readonly string[] {
  const move = `${resource}: from ${from} to ${to}`;
  if (from === to) return [];
  if (!forward) return [move];
  const missing = conditions.filter(({ outlook }) => outlook !== 'passed');
  return [
    `${move}; the gate says: ${verdict}`,
    ...missing.map((condition) => `  ${condition.outlook}: ${condition.sentence}`),
  ];
}

async function consentToGone(
  resource: string,
  givenReason: string | undefined,
  ask: Ask | undefined,
): Promise<Consent> {
  if (givenReason === undefined && ask === undefined)
    return { ok: false, code: 2, sentence: `not moved: confirm it with --confirm ${resource}` };
  const typed =
    givenReason ?? (await ask?.(`At gone every request gets a 410. Type the resource's name to go on:`));
  return typed === resource
    ? { ok: true, confirm: typed }
    : { ok: false, code: 2, sentence: `not moved: "${typed ?? ''}" is not ${resource}` };
}

async function consentTo(
  forward: Gates,
  { force, yes, confirm }: MoveOptions,
  ask: Ask | undefined,
): Promise<Consent> {
  if (!force && forward.some(({ verdict }) => verdict !== 'ready')) {
    const sentence = 'not moved: the gate is not passed; wait for what is missing, or add --force';
    return { ok: false, code: 1, sentence };
  }
  const retirement = forward.find(({ to }) => to === 'gone');
  if (retirement !== undefined) return consentToGone(retirement.resource, confirm, ask);
  if (forward.length === 0 || yes) return { ok: true };
  if (ask === undefined)
    return {
      ok: false,
      code: 2,
      sentence: 'not moved: no question can be asked without a terminal; add --yes',
    };
  const answer = await ask('Move it? [yes/no]');
  return /^y(es)?$/i.test(answer) ? { ok: true } : { ok: false, code: 1, sentence: 'not moved' };
}

/** Moves each of these resources back; returns 1 if the gateway refuses one. */
async function moveBack(
  back: Gates,
  change: StageChange,
  options: ChangeOptions,
  { environment, terminal }: Pick<MoveSurroundings, 'environment' | 'terminal'>,
): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  for (const { resource } of back)
    codes.push(await changeStage(resource, change, options, environment, terminal));
  return codes.find((code) => code !== 0) ?? 0;
}

/** Asks the gate about a move, shows the verdict, and sorts the resources by the direction of their moves. */
async function gatesOf(
  resource: string,
  to: string,
  options: MoveOptions,
  { environment, terminal }: Pick<MoveSurroundings, 'environment' | 'terminal'>,
): Promise<Result<{ readonly forward: Gates; readonly back: Gates }, readonly string[]>> {
  const client = openOperator(options, environment, terminal);
  if (!client.ok) return client;
  const gates = await client.value.ask(stageViews.gates, { resource, to });
  if (!gates.ok) return failure([gates.failure.sentence]);
  for (const line of gates.value.flatMap(gateLines)) terminal.complain(line);
  return success({
    forward: gates.value.filter((gate) => gate.forward),
    back: gates.value.filter((gate) => !gate.forward && gate.from !== gate.to),
  });
}

/**
 * Moves one resource, or all (`*`), or releases it, after showing the verdict of the gate. Returns 1 if the gate is not
 * passed or the gateway refuses, and 2 if nobody has agreed. A move back, and the end of a hold, need no consent: of
 * all resources only those that go back are moved then.
 */
export async function moveStage(
  resource: string,
  to: Stage | 'release',
  options: MoveOptions,
  { environment, terminal, ask }: MoveSurroundings,
): Promise<ExitCode> {
  const { complain } = terminal;
  const isRelease = to === 'release';
  if (!isRelease && to.kind === 'gone' && resource === ALL) {
    complain('gone is set for one resource at a time');
    return 2;
  }
  const stage = isRelease ? RELEASE : renderStage(to);
  const gates = await gatesOf(resource, stage, options, { environment, terminal });
  if (!gates.ok) return refused(gates.failure, terminal, 1);
  const { forward, back } = gates.value;
  const { force } = options;
  const change: StageChange = isRelease ? { kind: 'release', force } : { kind: 'move', to: stage, force };
  if (back.length > 0 && forward.length > 0) {
    const code = await moveBack(back, change, options, { environment, terminal });
    const stillForward = forward.map((gate) => `${gate.resource} at ${gate.from}`).join(', ');
    complain(`left, as ${stage} is forward of it: ${stillForward}; move it by its own name`);
    return code;
  }
  const consent = await consentTo(forward, options, ask);
  if (!consent.ok) {
    complain(consent.sentence);
    return consent.code;
  }
  const agreed = { ...change, confirm: consent.confirm };
  return changeStage(resource, agreed, options, environment, terminal);
}
