import type { Command } from 'commander';
import { clientEntries } from '../../operator/clientEntries';
import { type AdminPlace, showEntry } from '../operatorClient';
import { defineCommand, withAdminPlace } from '../command';
import { addRetiring } from '../usage/usageCommands';

interface CallerOptions extends AdminPlace {
  readonly json: boolean;
}

const show = defineCommand(
  async ({ environment, terminal }, resource: string | undefined, place: CallerOptions) => {
    const { showCallers } = await import('./stageControl.js');
    return showCallers(resource, { place, environment, terminal });
  },
);

/** Adds `lifeboat stage who`. */
export function addWho(stage: Command): void {
  withAdminPlace(stage.command('who'))
    .description('show who was seen at a resource: the side that each caller is on, why, and its requests')
    .argument('<resource>', 'as `lifeboat stage list` names it')
    .option('--json', 'print everything as JSON', false)
    .action((resource: string, options: CallerOptions) => show(resource, options));
}

/** Adds `lifeboat client list` and `lifeboat client label`. */
export function clientCommand(program: Command): void {
  const client = program.command('client').description('the callers of a running gateway, and their labels');
  withAdminPlace(client.command('list'))
    .description('show every caller seen in 14 days: fingerprint of its key, name, requests, resources')
    .option('--json', 'print everything as JSON', false)
    .action((options: CallerOptions) => show(undefined, options));
  addRetiring(client);
  withAdminPlace(client.command('label'))
    .description('give a caller a name, which stands wherever it is shown: never a key or a login')
    .argument('<caller>', 'its fingerprint, the beginning of one (from 4 digits), or its present name')
    .argument('[name]', 'up to 40 letters, digits and any of . _ -')
    .option('--remove', 'take the name', false)
    .option('--json', 'print the answer as JSON', false)
    .action(
      defineCommand(
        async (
          { environment, terminal },
          caller: string,
          name: string | undefined,
          { remove, ...place }: CallerOptions & { readonly remove: boolean },
          command: Command,
        ) => {
          if ((name === undefined) !== remove) command.error('either a name or --remove is needed');
          return showEntry(clientEntries.label, { caller, name }, { place, environment, terminal });
        },
      ),
    );
}
