import { Argument, type Command } from 'commander';
import { parseStage, type Stage } from '../../cutover/stages/stage';
import { didYouMean } from '../../mapping/yaml/complaints';
import { addWho } from './clientCommand';
import { type AdminPlace, showEntry } from '../operatorClient';
import type { z } from 'zod';
import { stageChanges } from '../../operator/stageChanges';
import { stageViews } from '../../operator/stageViews';
import { defineCommand, parseInstantText, withAdminPlace, withReason } from '../command';
import { timeText } from '../../operator/deedText';
import { systemClock } from '../../runtime/systemClock';
import { addEntry } from '../entryCommand';
import { renderStages } from './renderStages';
import type { ChangeOptions, StageChange } from './stageControl';
import type { MoveOptions } from './moveStage';
import { askPerson, columns } from '../terminal';

const RESOURCE = 'as `lifeboat stage list` names it';

/** Name that stands for all resources in a change. */
const ALL = '*';

interface Target {
  readonly all: boolean;
}

const ofOneOrAll = (command: Command): Command =>
  withReason(command).argument('[resource]', RESOURCE).option('--all', 'all resources at once', false);

/** Returns the named resource; ends the command if none was named, or if both a resource and all were. */
function targetOf(resource: string | undefined, all: boolean, command: Command): string {
  if (all === (resource !== undefined)) command.error('error: name one resource, or give --all');
  return resource ?? ALL;
}

const change = defineCommand(
  async ({ environment, terminal }, resource: string, stageChange: StageChange, options: ChangeOptions) => {
    const { changeStage } = await import('./stageControl.js');
    return changeStage(resource, stageChange, options, environment, terminal);
  },
);

type Log = z.output<(typeof stageViews)['log']['output']>;

/** Renders the log as sentences, oldest first; `verbose` adds the gate's verdict at every move. */
export function logLines(log: Log, verbose: boolean): readonly string[] {
  if (log.length === 0) return ['nothing was changed yet'];
  return log.flatMap(({ at, actor, what, reason, evidence }) => [
    `${timeText(at)}  ${actor} ${what}: ${reason}`,
    ...(verbose ? evidence.map((sentence) => `    ${sentence}`) : []),
  ]);
}

function addPages(stage: Command): void {
  addEntry(stage, 'list', stageViews.list, {
    about: 'show where every resource stands, and what the next step of the plan waits for',
    lines: (pages, _words, colour) => renderStages(pages, systemClock.now(), colour),
  });
  addEntry(stage, 'log', stageViews.log, {
    about: 'show every change with actor and reason',
    takes: (command) => command.option('--verbose', 'with the verdict of the gate at every move', false),
    lines: (log, { verbose }) => logLines(log, verbose === true),
  });
  addEntry(stage, 'verify', stageViews.verify, {
    about: 'check that no line of the log was changed or removed',
    lines: (verdict) => [
      verdict.ok
        ? `the log is whole, up to line ${verdict.events}`
        : `the log is broken at line ${verdict.seq}: ${verdict.problem}`,
    ],
    verdict: ({ ok }) => (ok ? 0 : 1),
  });
}

/** Reports that a text is no stage, and suggests the stage that it may mean. */
function noStage(text: string): string {
  const sentence = `error: no stage "${text}": v1, shadow, canary N%, v2 or gone`;
  const percent = /^canary(?: (\d[\d.]*))?$/.exec(text);
  const meant = `canary ${percent?.[1] ?? 5}%`;
  if (percent !== null && parseStage(meant) !== undefined) return `${sentence}; did you mean "${meant}"?`;
  const hint = didYouMean(text, ['v1', 'shadow', 'canary', 'canary 5%', 'v2', 'gone']);
  return hint === undefined ? sentence : `${sentence}; ${hint.replace('"canary"', '"canary 5%"')}`;
}

const forward = (command: Command): Command =>
  command
    .option('-f, --force', 'move forward although the gate is not passed', false)
    .option('-y, --yes', 'move forward without being asked', false)
    .option('--confirm <resource>', 'the name of the resource once more, where it moves to gone');

const move = defineCommand(
  async ({ environment, terminal }, resource: string, to: Stage | 'release', options: MoveOptions) => {
    const { moveStage } = await import('./moveStage.js');
    return moveStage(resource, to, options, { environment, terminal, ask: askPerson() });
  },
);

function addMove(stage: Command): void {
  forward(withReason(stage.command('set')))
    .description('move a resource, after showing the verdict of the gate; a move back never asks')
    .usage('[options] <resource> <stage>')
    .argument('<words...>', 'the resource, left out with --all, and v1, shadow, canary N%, v2 or gone')
    .option('--all', 'all resources at once', false)
    .action((words: readonly string[], options: MoveOptions & Target, command: Command) => {
      const [resource, ...stageWords] = options.all ? [ALL, ...words] : words;
      const text = stageWords.join(' ');
      const to = parseStage(text);
      if (resource === undefined || to === undefined) return command.error(noStage(text));
      return move(resource, to, options);
    });
}

function addOverlays(stage: Command): void {
  ofOneOrAll(stage.command('hold'))
    .description('stop moves forward, until a date or a release')
    .option('--until <instant>', 'when the hold ends by itself', parseInstantText)
    .action(
      (
        resource: string | undefined,
        options: ChangeOptions & Target & { readonly until?: string },
        command: Command,
      ) => change(targetOf(resource, options.all, command), { kind: 'hold', until: options.until }, options),
    );
  ofOneOrAll(stage.command('kill'))
    .description('send everything to v1 now')
    .action((resource: string | undefined, options: ChangeOptions & Target, command: Command) =>
      change(targetOf(resource, options.all, command), { kind: 'kill' }, options),
    );
  forward(ofOneOrAll(stage.command('release')))
    .description(
      'end a hold and a kill; what a kill had at v1 moves forward, after showing what the gate says',
    )
    .action((resource: string | undefined, options: MoveOptions & Target, command: Command) =>
      move(targetOf(resource, options.all, command), 'release', options),
    );
}

function addPin(stage: Command): void {
  withReason(stage.command('pin'))
    .description('send one caller to one side, whatever the stage; none lets it go')
    .argument('<resource>', RESOURCE)
    .argument('<caller>', 'its name, the fingerprint of its key, or the beginning of one')
    .addArgument(new Argument('<side>', 'where its requests go').choices(['v1', 'v2', 'none']))
    .action((resource: string, caller: string, side: 'v1' | 'v2' | 'none', options: ChangeOptions) =>
      change(resource, { kind: 'pin', caller, side }, options),
    );
}

/** Renders the moves that wait for a second person. */
const requestLines = (requests: z.output<(typeof stageViews)['requests']['output']>): readonly string[] =>
  requests.length === 0
    ? ['no move waits for a second person']
    : columns(
        requests.map(({ id, resource, from, to, actor, reason, until }) => [
          ...[id, resource, `${from} to ${to}`, `asked for by ${actor}: ${reason}`],
          `until ${new Date(until).toISOString()}`,
        ]),
      );

function addApprove(stage: Command): void {
  withAdminPlace(stage.command('approve'))
    .description('approve a move forward that somebody else has asked for; without an id, list them')
    .argument('[id]', 'of the request')
    .option('--json', 'print the answer as JSON', false)
    .action(
      defineCommand(
        async (
          { environment, terminal },
          id: string | undefined,
          adminPlace: AdminPlace & { readonly json: boolean },
        ) =>
          id === undefined
            ? showEntry(stageViews.requests, {}, { place: adminPlace, environment, terminal }, requestLines)
            : showEntry(stageChanges.approve, { id }, { place: adminPlace, environment, terminal }),
      ),
    );
}

/** Adds `lifeboat stage` and its subcommands. */
export function stageCommand(program: Command): void {
  const stage = program.command('stage').description('see and change the stages of a running gateway');
  addPages(stage);
  addMove(stage);
  addOverlays(stage);
  addPin(stage);
  addApprove(stage);
  addWho(stage);
}

/** Adds `lifeboat plan check`. */
export function planCommand(program: Command): void {
  const plans = program.command('plan').description('plans of the cutover');
  withAdminPlace(plans.command('check'))
    .description('try a plan on what the gateway has seen; nothing is changed')
    .argument('<file>', 'the plan')
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(
        async ({ environment, terminal }, file: string, options: AdminPlace & { readonly json: boolean }) => {
          const { planCheck } = await import('./planCheck.js');
          return planCheck(file, options, environment, terminal);
        },
      ),
    );
}
