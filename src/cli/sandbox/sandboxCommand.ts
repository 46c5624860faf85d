import { type Command, InvalidArgumentError, Option } from 'commander';
import { readMicros } from '../../sandbox/values/amounts';
import { offerKinds, type SandboxTask, sandboxTask } from './sandboxTask';
import { defineCommand, parseAddress, parseCount, parseInstant, parsePort } from '../command';
import type { SandboxRunOptions } from './sandboxRun';

const paths = Object.keys(offerKinds);

/** Reads the name of an offer given on the command line: its id, or kind and id such as `currency-offers/7001`. */
export function parseOfferName(text: string): string {
  const [id = '', kind, ...rest] = text.split('/').reverse();
  const isKnown = kind === undefined || paths.includes(kind);
  if (/^[1-9]\d{0,14}$/.test(id) && isKnown && rest.length === 0) return text;
  throw new InvalidArgumentError(`It is an id such as 7001, or one of ${paths.join(', ')} and /7001.`);
}

/** Adds the commands that control a running marketplace. */
function addSandboxControls(sandbox: Command): void {
  const run: Run = defineCommand(async ({ terminal }, { url }: Remote, task: SandboxTask) => {
    const { port, json } = sandbox.opts<Pick<SandboxRunOptions, 'port' | 'json'>>();
    const origin = url ?? `http://127.0.0.1:${port}`;
    return sandboxTask(origin, task, terminal, json);
  });
  const keys = sandbox.command('keys').description('the keys of a seller');
  remote(keys.command('create'))
    .description('make a key and show it, this once; at most 2 v2 keys, and a new v1 key ends the old one')
    .argument('<name>', 'purpose of the key')
    .option('--seller <id>', 'whose key', parseCount, 1)
    .addOption(new Option('--api <version>', 'what it opens').choices(['v1', 'v2']).default('v2'))
    .option('--read-only', 'refuse it every write', false)
    .action((name: string, { seller, api, readOnly, ...place }: KeyOptions) =>
      run(place, { kind: 'createKey', name, seller, version: api, readOnly }),
    );
  remote(keys.command('list'))
    .description('show the keys, without the keys themselves')
    .option('--seller <id>', 'whose keys', parseCount, 1)
    .action(({ seller, ...place }: KeyOptions) => run(place, { kind: 'listKeys', seller }));
  remote(keys.command('delete'))
    .description('end a key at once')
    .argument('<id>', 'as the list shows it', parseCount)
    .action((id: number, place: Remote) => run(place, { kind: 'deleteKey', id }));

  remote(sandbox.command('buy'))
    .description('buy an offer')
    .argument('<offer>', 'its id, or such as currency-offers/7001', parseOfferName)
    .option('-q, --quantity <count>', 'how many', parseCount, 1)
    .option('--buyer <name>', 'who buys', 'sandbox buyer')
    .action((offer: string, { quantity, buyer, ...place }: BuyOptions) =>
      run(place, { kind: 'buy', offer, quantity, buyer }),
    );
  orderStep(sandbox, run, 'deliver', 'take the delivery of an order one step on');
  orderStep(sandbox, run, 'refund', 'give the buyer of an order the money back');
  remote(sandbox.command('dispute'))
    .description('open a dispute about an order')
    .argument('<order>', 'its id', parseCount)
    .option('--close', 'close the dispute', false)
    .option('--report', 'only report the order', false)
    .action((order: number, { close, report, ...place }: DisputeOptions) =>
      run(place, { kind: 'dispute', order, action: close ? 'close' : report ? 'report' : 'open' }),
    );

  const webhooks = sandbox.command('webhooks').description('deliveries to the webhooks of the sellers');
  remote(webhooks.command('log'))
    .description('show the latest deliveries')
    .action((place: Remote) => run(place, { kind: 'webhookLog' }));
  remote(webhooks.command('replay'))
    .description('repeat a delivery')
    .argument('<id>', 'as the log shows it', parseCount)
    .action((id: number, place: Remote) => run(place, { kind: 'replay', id }));
}

type Run = (place: Remote, task: SandboxTask) => Promise<void>;

interface Remote {
  readonly url?: string;
}

interface KeyOptions extends Remote {
  readonly seller: number;
  readonly api: string;
  readonly readOnly: boolean;
}

interface BuyOptions extends Remote {
  readonly quantity: number;
  readonly buyer: string;
}

interface DisputeOptions extends Remote {
  readonly close: boolean;
  readonly report: boolean;
}

/** Adds the options for a running marketplace; `sandbox` itself reads the port and `--json`, wherever they stand. */
const remote = (command: Command): Command =>
  command
    .option('-p, --port <port>', 'port of the marketplace on this machine (default: 8090)', parsePort)
    .option('--url <origin>', 'its address, where it is on another machine', parseAddress)
    .option('--json', 'print the answer as JSON', false);

function orderStep(sandbox: Command, run: Run, kind: 'deliver' | 'refund', description: string): void {
  remote(sandbox.command(kind))
    .description(description)
    .argument('<order>', 'its id', parseCount)
    .action((order: number, place: Remote) => run(place, { kind, order }));
}

/** Reads a text that is allowed in a header (RFC 9110 5.5). */
function parseHeaderText(text: string): string {
  if (/^[!-~]([ -~]*[!-~])?$/.test(text)) return text;
  throw new InvalidArgumentError('It takes ASCII characters, without a space at either end.');
}

function parseUsdRate(text: string): string {
  if ((readMicros(text) ?? 0n) > 0n) return text;
  throw new InvalidArgumentError('It is a decimal number above 0 of at most 6 places, such as 1.0842.');
}

/** Adds `lifeboat sandbox` and the commands for a running one. */
export function sandboxCommand(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('run the marketplace itself, v1 and v2, to try everything against')
    .option('-p, --port <port>', 'port, 0 for any free one', parsePort, 8090)
    .option('--data <file>', 'keep everything in this file (default: in memory)')
    .option(
      '--seed <number>',
      'what a new marketplace is filled with follows from this number',
      parseCount,
      1,
    )
    .option('--sellers <count>', 'sellers of a new marketplace', parseCount, 1)
    .option('--offers <count>', 'account offers of each seller; others in proportion', parseCount, 120)
    .option('--now <instant>', 'start the clock here, such as 2025-11-01; it runs on', parseInstant)
    .option('--v1-sunset <instant>', 'when v1 ends (default: 2025-11-30T00:00:00Z)', parseInstant)
    .option('--usd-rate <decimal>', 'dollars for one euro', parseUsdRate, '1.0842')
    .option('--live-shapes', 'answer as the live service was seen to, not as the specification says', false)
    .option('--webhook-user-agent <text>', 'User-Agent of the webhooks', parseHeaderText, 'lifeboat-sandbox')
    .option('--strict-limits', 'also limit writes to one resource, as the live service does', false)
    .option('--json', 'print address and keys as JSON', false)
    .action(
      defineCommand(async ({ terminal }, options: SandboxRunOptions) => {
        const { sandboxRun } = await import('./sandboxRun.js');
        return sandboxRun(options, terminal);
      }, 'exit'),
    );
  addSandboxControls(sandbox);
}
