import { type Command, Help } from 'commander';
import { exitCodes } from './exitCodes';

/** Example calls of each command; a test parses them all. */
const examples: Readonly<Record<string, readonly string[]>> = {
  serve: ['lifeboat serve --sandbox', 'lifeboat serve --config lifeboat.yaml --workers 4'],
  init: ['lifeboat init', 'lifeboat init --from v1.openapi.yaml v2.openapi.yaml'],
  health: ['lifeboat health', 'lifeboat health --ready --admin http://127.0.0.1:8081'],
  deploy: ['lifeboat deploy systemd', 'lifeboat deploy compose --config lifeboat.yaml --out deploy'],
  schema: ['lifeboat schema mapping > mapping.schema.json'],
  completion: ['lifeboat completion bash >> ~/.bashrc'],
  help: ['lifeboat help stage set', 'lifeboat help language'],
  config: ['lifeboat config', 'lifeboat config --config staging.yaml --json'],
  'keys add': ['lifeboat keys add shop-bot', 'lifeboat keys add shop-bot --v2-env LIFEBOAT_KEY_SHOP'],
  'keys list': ['lifeboat keys list', 'lifeboat keys list --file keys.yaml --json'],
  'keys remove': ['lifeboat keys remove shop-bot'],
  check: ['lifeboat check', 'lifeboat check --mappings my-mappings --laws 1000 --mutants'],
  'fixture new': ['lifeboat fixture new getAccount --mappings my-mappings > account.yaml'],
  explain: [
    'lifeboat explain GET /v1/accounts/7 --key-env MY_KEY',
    'lifeboat explain "curl http://localhost:8080/v1/accounts/7" --key-env MY_KEY',
    'lifeboat explain GET /v1/accounts/7 --v2 answer.json',
  ],
  openapi: ['lifeboat openapi > openapi.json', 'lifeboat openapi --mappings my-mappings'],
  guide: ['lifeboat guide --format html > guide.html', 'lifeboat guide --client old-repricer > letter.md'],
  drift: ['lifeboat drift', 'lifeboat drift --shapes --json'],
  'contract import': ['lifeboat contract import v1.openapi.yaml v2.openapi.yaml'],
  learn: ['lifeboat learn pairs.ndjson', 'lifeboat learn pairs.ndjson --new gift-card > gift-card.yaml'],
  diff: [
    'lifeboat diff --since 2025-11-03T09:00:00Z --verbose',
    'lifeboat diff --fail-on breaking --format github >> summary.md',
  ],
  'diff show': ['lifeboat diff show 0f2b6c1e', 'lifeboat diff show 0f2b6c1e --store lifeboat.db'],
  'diff resolve': ['lifeboat diff resolve 1a2b3c4d --reason "v2 has its prices right again"'],
  'diff agree': ['lifeboat diff agree 1a2b3c4d --reason "v2 rounds" --until 2026-03-31'],
  'diff run': ['lifeboat diff run --v1 http://v1:8090 --v2 http://v2:8090 --all --key-env KEY'],
  'store copy': ['lifeboat store copy lifeboat.db env:LIFEBOAT_STORE'],
  doctor: ['lifeboat doctor', 'lifeboat doctor --key-env MY_KEY --json'],
  'stage list': ['lifeboat stage list', 'lifeboat stage list --json'],
  'stage log': ['lifeboat stage log', 'lifeboat stage log --verbose'],
  'stage set': [
    'lifeboat stage set account canary 5% -r "first sellers"',
    'lifeboat stage set account v2 -r "nothing differs" --yes',
    'lifeboat stage set --all v1 -r "back at once"',
    'lifeboat stage set account gone -r "nobody is left" --confirm account',
  ],
  'stage hold': ['lifeboat stage hold account -r "weekend sale" --until 2025-11-24T08:00:00Z'],
  'stage release': ['lifeboat stage release account -r "v2 is mended"'],
  'stage kill': ['lifeboat stage kill --all -r "v2 is down"', 'lifeboat stage kill account -r "back to v1"'],
  'stage pin': [
    'lifeboat stage pin account 0123456789ab v2 -r "our own shop first"',
    'lifeboat stage pin account 0123 none -r "as everybody"',
  ],
  'client list': ['lifeboat client list', 'lifeboat client list --resource account --json'],
  'client label': ['lifeboat client label 3fa9 old-repricer', 'lifeboat client label old-repricer --remove'],
  'client extend': ['lifeboat client extend old-repricer --until 2026-07-31 -r "author on holiday"'],
  'client gone': [
    'lifeboat client gone old-repricer -r "moved"',
    'lifeboat client gone 3fa9 --undo -r "not yet"',
  ],
  'brownout list': ['lifeboat brownout', 'lifeboat brownout list --json'],
  'brownout stop': ['lifeboat brownout stop -r "a sale is on"', 'lifeboat brownout stop --all -r "later"'],
  'brownout try': ['lifeboat brownout try --client old-repricer'],
  usage: ['lifeboat usage', 'lifeboat usage --since 90d --client old-repricer'],
  tail: ['lifeboat tail --status 5xx', 'lifeboat tail --operation getAccount --count 100 --json'],
  mcp: ['lifeboat mcp', 'lifeboat mcp --admin http://127.0.0.1:8081 --allow-actions'],
  'plan check': ['lifeboat plan check plan.yaml', 'lifeboat plan check plan.yaml --json'],
  'index show': ['lifeboat index', 'lifeboat index show --json'],
  'index warm': ['lifeboat index warm', 'lifeboat index warm --no-wait'],
  'writes list': ['lifeboat writes', 'lifeboat writes list --all --json'],
  'admin add': ['lifeboat admin add ada --role operator'],
  'admin list': ['lifeboat admin list'],
  'admin remove': ['lifeboat admin remove ada'],
  'stage approve': ['lifeboat stage approve', 'lifeboat stage approve 1f0c2a7b'],
  'writes close': ['lifeboat writes close 1f0c --reason "the offer is there, once"'],
  'events again': ['lifeboat events again', 'lifeboat events again --json'],
  record: ['lifeboat record monday.ndjson', 'lifeboat record monday.ndjson --count 1000'],
  import: ['lifeboat import browser.har --out monday.ndjson'],
  replay: ['lifeboat replay monday.ndjson --against http://localhost:8090 --key-env MY_KEY'],
  sandbox: ['lifeboat sandbox', 'lifeboat sandbox --data shop.db --sellers 3 --now 2025-11-01'],
};

/** Widest line of any help. */
export const WIDTH = 80;

const textOf = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : ['\nExamples:', ...lines].join('\n  ');

/** Meaning of exit code 0 by command, and of 1 and 2 if they are verdicts. */
const verdicts: Readonly<Record<string, string>> = {
  check: '0 no faults',
  doctor: '0 no errors',
  health: '0 alive, or ready with --ready',
  'index show': '0 every index is complete or being read',
  'index warm': '0 every index is complete or being read',
  diff: '0 within the budget, 1 over it, 2 undecided or nothing compared',
  'diff run': '0 within the budget, 1 over it, 2 undecided, interrupted or nothing compared',
  replay: '0 within the budget, 1 over it, 2 undecided, interrupted or nothing compared',
};

const help = new Help();

/** Renders the exit codes of a command. */
function codesOf(names: readonly string[]): string {
  const { usage, failed } = exitCodes(['', '', ...names]);
  const codes = [`${failed} failed`, `${usage} wrong arguments`].toSorted().join(', ');
  return `\n${help.boxWrap(`Exit codes: ${verdicts[names.join(' ')] ?? '0 done'}, ${codes}.`, WIDTH)}`;
}

/** Adds examples to the help of every subcommand. A group shows the first example of each of its commands. */
export function addExamples(parent: Command, path: readonly string[] = []): readonly string[] {
  const firsts: string[] = [];
  for (const command of parent.commands) {
    const names = [...path, command.name()];
    const below = addExamples(command, names);
    const ownExamples = examples[names.join(' ')] ?? below;
    // A group does nothing itself: it has no options.
    const acts = command.commands.length === 0 || command.options.length > 0;
    command.addHelpText('after', () => textOf(ownExamples));
    if (acts) command.addHelpText('after', () => codesOf(names));
    firsts.push(...ownExamples.slice(0, 1));
  }
  return firsts;
}

/** Returns examples for the help of the program. */
export const firstExamples = (): string =>
  textOf([
    'lifeboat serve --sandbox --traffic',
    'lifeboat init',
    'lifeboat doctor',
    'lifeboat help stage set',
  ]);
