import { Argument, type Command } from 'commander';
import type { z } from 'zod';
import { parseStage } from '../../cutover/stages/stage';
import { ALL } from '../../cutover/stages/stageEvent';
import { didYouMean } from '../../mapping/yaml/complaints';
import { timeText } from '../../operator/stageEventText';
import { stageChanges } from '../../operator/stageChanges';
import { stageViews } from '../../operator/stageViews';
import { systemClock } from '../../runtime/systemClock';
import {
  addCommand,
  CommandEnd,
  type ExitCode,
  valueOrEnd,
  type Surroundings,
  addAdminOptions,
  addReasonOptions,
} from '../command';
import { addEntry, CALLER } from '../entryCommand';
import { type AdminPlace, openOperator, showEntry } from '../operatorClient';
import { keepPresentLines, print, renderTable } from '../terminal';
import { type MoveOptions, moveStage } from './moveStage';
import { renderStages } from './renderStages';

const RESOURCE = 'as `lifeboat stage list` names it';

/** The resource of a change, or all. */
interface Target {
  readonly resource?: string;
  readonly all: boolean;
}

const addTargetOptions = (command: Command): Command =>
  command.argument('[resource]', RESOURCE).option('--all', 'all resources at once', false);

/** Returns the named resource. Ends the command if none was named, or if both a resource and all were. */
function targetOf({ resource, all }: Target, command: Command): string {
  if (all === (resource !== undefined)) command.error('error: name one resource, or give --all');
  return resource ?? ALL;
}

type Log = z.output<(typeof stageViews)['log']['output']>;

/** Renders the log as sentences, oldest first. `verbose` adds the gate's verdict at every move. */
export function logLines(log: Log, verbose: boolean): readonly string[] {
  if (log.length === 0) return ['nothing was changed yet'];
  return log.flatMap(({ at, actor, what, reason, evidence }) => [
    `${timeText(at)}  ${actor} ${what}: ${reason}`,
    ...keepPresentLines(evidence.map((sentence) => verbose && `    ${sentence}`)),
  ]);
}

/** Shows the log, and then whether it is whole. A failure to verify it hides nothing of the log. */
export async function showLog(
  words: AdminPlace & { readonly verbose: boolean },
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const { ask } = valueOrEnd(openOperator(words, environment, terminal));
  const log = valueOrEnd(await ask(stageViews.log, {}));
  print(log, logLines(log, words.verbose), words.json, terminal);
  const verified = await ask(stageViews.verify, {});
  if (!verified.ok) throw new CommandEnd([`the log was not verified: ${verified.failure.sentence}`], 1);
  const verdict = verified.value;
  if (!verdict.ok) throw new CommandEnd([`the log is broken at line ${verdict.seq}: ${verdict.problem}`], 1);
  if (words.json !== true) terminal.write(`the log is whole, up to line ${verdict.events}`);
  return 0;
}

function addViewCommands(stage: Command): void {
  addEntry(stage, 'list', stageViews.list, {
    lines: (stages, _words, colour) => renderStages(stages, systemClock.now(), colour),
  });
  addCommand(stage, 'log', {
    about: 'show every change with actor and reason, and check that no line was changed or removed',
    takes: (command) =>
      addAdminOptions(command).option('--verbose', 'with the verdict of the gate at every move', false),
    run: showLog,
  });
}

/** Reports that a text is no stage, and suggests the stage that it may mean. */
function describeUnknownStage(text: string): string {
  const sentence = `error: no stage "${text}": v1, shadow, canary N%, v2 or gone`;
  const percent = /^canary(?: (\d[\d.]*))?$/.exec(text);
  const meant = `canary ${percent?.[1] ?? 5}%`;
  if (percent !== null && parseStage(meant) !== undefined) return `${sentence}; did you mean "${meant}"?`;
  const hint = didYouMean(text, ['v1', 'shadow', 'canary', 'canary 5%', 'v2', 'gone']);
  return hint === undefined ? sentence : `${sentence}; ${hint.replace('"canary"', '"canary 5%"')}`;
}

const addForwardOptions = (command: Command): Command =>
  command
    .option('-f, --force', 'move forward although the gate is not passed', false)
    .option('-y, --yes', 'move forward without being asked', false)
    .option('--confirm <resource>', 'the name of the resource once more, where it moves to gone');

function addMoves(stage: Command): void {
  addCommand(stage, 'set', {
    about: 'move a resource, after showing the verdict of the gate; a move back never asks',
    takes: (command) =>
      addForwardOptions(addReasonOptions(command))
        .usage('[options] <resource> <stage>')
        .argument('<words...>', 'the resource, left out with --all, and v1, shadow, canary N%, v2 or gone')
        .option('--all', 'all resources at once', false),
    run: (options: MoveOptions & Target & { readonly words: readonly string[] }, around, command) => {
      const [resource, ...stageWords] = options.all ? [ALL, ...options.words] : options.words;
      const text = stageWords.join(' ');
      const to = parseStage(text);
      if (resource === undefined || to === undefined) return command.error(describeUnknownStage(text));
      return moveStage(resource, to, options, around);
    },
  });
  addCommand(stage, 'release', {
    about: 'end a hold and a kill; what a kill had at v1 moves forward, after showing what the gate says',
    takes: (command) => addForwardOptions(addTargetOptions(addReasonOptions(command))),
    run: (options: MoveOptions & Target, around, command) =>
      moveStage(targetOf(options, command), 'release', options, around),
  });
}

const readResource = (words: object, command: Command): object => ({
  resource: targetOf(words as Target, command),
});

function addOverlays(stage: Command): void {
  addEntry(stage, 'hold', stageChanges.hold, {
    takes: (command) => addTargetOptions(command).option('--until <instant>', 'when the hold ends by itself'),
    input: readResource,
  });
  addEntry(stage, 'kill', stageChanges.kill, {
    takes: addTargetOptions,
    input: readResource,
  });
  addEntry(stage, 'pin', stageChanges.pin, {
    takes: (command) =>
      command
        .argument('<resource>', RESOURCE)
        .argument('<caller>', CALLER)
        .addArgument(new Argument('<side>', 'where its requests go').choices(['v1', 'v2', 'none'])),
  });
}

const REQUEST_COLUMNS = ['id', 'resource', 'from', 'to', 'actor', 'reason', 'until'] as const;

/** Commands of the last version, and what does their work now. */
const former = { verify: 'stage log', who: 'client list --resource RESOURCE' };

export function stageCommand(program: Command): void {
  const stage = program.command('stage').description('see and change the stages of a running gateway');
  addViewCommands(stage);
  addMoves(stage);
  addOverlays(stage);
  addCommand(stage, 'approve', {
    about: 'approve a change towards v2 that somebody else has asked for; without an id, list them',
    takes: (command) => addAdminOptions(command).argument('[id]', 'of the request'),
    run: ({ id, ...place }: AdminPlace & { readonly id?: string }, around) => {
      const asking = { place, ...around };
      if (id !== undefined) return showEntry(stageChanges.approve, { id }, asking);
      return showEntry(stageViews.requests, {}, asking, (requests) =>
        renderTable(requests, REQUEST_COLUMNS, ['nothing waits for a second person']),
      );
    },
  });
  for (const [name, successor] of Object.entries(former))
    stage
      .command(name, { hidden: true })
      .argument('[words...]')
      .allowUnknownOption()
      .action(() => stage.error(`error: \`stage ${name}\` is gone: call \`lifeboat ${successor}\``));
}

export const planCommand = (program: Command): Command =>
  addCommand(program.command('plan').description('plans of the cutover'), 'check', {
    about: 'try a plan on what the gateway has seen; nothing is changed',
    takes: (command) => addAdminOptions(command).argument('<file>', 'the plan'),
    load: async () => (await import('./planCheck.js')).checkPlan,
  });
