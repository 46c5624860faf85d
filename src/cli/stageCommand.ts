import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { environment } from '../config';
import type { ManualChange } from '../cutover/changeRequest';
import { parseStage } from '../cutover/parseStage';
import { addWho } from './clientCommand';
import { parseInstant } from './parseInstant';
import type { ChangeOptions } from './stage/changeStage';
import type { Page } from './stage/showStages';
import { terminal } from './terminal';
import { withAdminPlace } from './withAdminPlace';

const RESOURCE = 'as `lifeboat stage list` names it';

const withReason = (command: Command): Command =>
  withAdminPlace(command)
    .requiredOption('--reason <text>', 'why; it stands in the log')
    .option('--actor <name>', 'who', userInfo().username);

async function change(resource: string, made: ManualChange, options: ChangeOptions): Promise<void> {
  const { changeStage } = await import('./stage/changeStage.js');
  process.exitCode = await changeStage(resource, made, options, environment(), terminal(environment()));
}

function addPages(stage: Command): void {
  const pages: readonly (readonly [Page, string])[] = [
    ['list', 'show where every resource stands, and what the next step of the plan waits for'],
    ['log', 'show every change, with who and why'],
    ['verify', 'check that no line of the log was changed or removed'],
  ];
  for (const [page, description] of pages) {
    withAdminPlace(stage.command(page))
      .description(description)
      .option('--json', 'print everything as JSON', false)
      .action(
        async (options: { readonly config?: string; readonly admin?: string; readonly json: boolean }) => {
          const { showStages } = await import('./stage/showStages.js');
          process.exitCode = await showStages(page, options, environment(), terminal(environment()));
        },
      );
  }
}

function parseSide(text: string): 'v1' | 'v2' | 'none' {
  if (text === 'v1' || text === 'v2' || text === 'none') return text;
  throw new InvalidArgumentError('It is v1, v2 or none.');
}

function addOverlays(stage: Command): void {
  withReason(stage.command('hold'))
    .description('stop moves forward, until a date or a release')
    .argument('<resource>', RESOURCE)
    .option('--until <instant>', 'when the hold ends by itself', parseInstant)
    .action((resource: string, options: ChangeOptions & { readonly until?: number }) =>
      change(resource, { kind: 'hold', until: options.until }, options),
    );
  withReason(stage.command('release'))
    .description('end a hold and a kill')
    .argument('<resource>', RESOURCE)
    .action((resource: string, options: ChangeOptions) => change(resource, { kind: 'release' }, options));
  withReason(stage.command('kill'))
    .description('send everything to v1 now')
    .argument('<resource>', RESOURCE)
    .action((resource: string, options: ChangeOptions) => change(resource, { kind: 'kill' }, options));
  withReason(stage.command('pin'))
    .description('send one caller to one side, whatever the stage; none lets it go')
    .argument('<resource>', RESOURCE)
    .argument('<caller>', 'its name, the fingerprint of its key, or the beginning of one')
    .argument('<side>', 'v1, v2 or none', parseSide)
    .action((resource: string, caller: string, side: 'v1' | 'v2' | 'none', options: ChangeOptions) =>
      change(resource, { kind: 'pin', caller, side }, options),
    );
}

/** Adds `lifeboat stage` and what is below it. */
export function stageCommand(program: Command): void {
  const stage = program.command('stage').description('see and change the stages of a running gateway');
  addPages(stage);
  withReason(stage.command('set'))
    .description('move a resource: v1, shadow, canary N%, v2 or gone')
    .argument('<resource>', RESOURCE)
    .argument('<stage...>', 'such as: canary 5%')
    .action(async (resource: string, words: readonly string[], options: ChangeOptions, command: Command) => {
      const to = parseStage(words.join(' '));
      if (to === undefined) command.error(`no stage "${words.join(' ')}": v1, shadow, canary N%, v2 or gone`);
      else await change(resource, { kind: 'move', to }, options);
    });
  addOverlays(stage);
  addWho(stage);
}
