import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { digestKey, exchangeKeys } from '../../src/gateway/keys/clientKeys.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { ROOT } from '../support/builtProgram.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { itWith } from '../support/systemPrograms.ts';

const folder = temporaryFolder();
const page = readFileSync(join(ROOT, 'src/http/README.md'), 'utf8');

/** The example of a page in a language. */
function example(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`no example in ${language}`);
  return text;
}

interface Account {
  readonly id: string;
  readonly attributes: { readonly title: string; readonly login: string };
}

let sandbox: Sandbox;
let gateway: StartedGateway;
let accounts: readonly Account[];

const authorization = () => ({ authorization: `Bearer ${sandbox.keys.v1}` });

beforeAll(async () => {
  sandbox = await openSandbox({ offers: 20 });
  const { v1, v2 } = sandbox.keys;
  gateway = await startGateway({
    v2: sandbox.origin,
    keys: exchangeKeys([{ v1: digestKey(v1), v2: [v2] }]),
  });
  const answer = await fetch(`${gateway.origin}/v1/accounts?page=1&per_page=5`, { headers: authorization() });
  ({ data: accounts } = (await answer.json()) as { data: readonly Account[] });
});

/** Runs a program with the text of an example as its file; it looks for the login of an account. */
async function run(program: string, file: string, text: string, { attributes }: Account): Promise<string> {
  writeFileSync(folder.path(file), text);
  const env = {
    ...process.env,
    LIFEBOAT_URL: gateway.origin,
    V1_KEY: sandbox.keys.v1,
    LOGIN: attributes.login,
    NO_PROXY: '127.0.0.1',
  };
  const { stdout } = await promisify(execFile)(program, [folder.path(file)], { env });
  return stdout;
}

/** The account whose login is fit for an address as it is, and one whose login is not. */
function accountsToFind(): readonly [plain: Account, odd: Account] {
  const isPlain = ({ attributes }: Account) => /^[\w@.-]+$/.test(attributes.login);
  const [plain, odd] = [accounts.find(isPlain), accounts.find((account) => !isPlain(account))];
  if (plain === undefined || odd === undefined) throw new Error('the page has no such accounts');
  return [plain, odd];
}

describe('the example for clients', () => {
  itWith('curl')('in curl prints the page of accounts and the account', async () => {
    const [plain] = accountsToFind();
    const [list = '', text = ''] = (await run('sh', 'client.sh', example('sh'), plain)).split(
      /(?<=\})(?=\{)/,
    );
    expect(JSON.parse(list)).toMatchObject({ data: accounts });
    expect(JSON.parse(text)).toMatchObject({ data: { id: plain.id } });
  });

  async function findAccount(program: string, language: string): Promise<void> {
    const [, odd] = accountsToFind();
    const lines = accounts.map(({ id, attributes }) => `${id} ${attributes.title}`);
    const wanted = [...lines, `found ${odd.id}`, ''].join('\n');
    expect(await run(program, `client.${language}`, example(language), odd)).toBe(wanted);
  }

  itWith('python requests')('in Python prints the accounts of the page and finds the account', () =>
    findAccount('python3', 'python'),
  );

  itWith('php')('in PHP prints the accounts of the page and finds the account', () =>
    findAccount('php', 'php'),
  );

  it('for n8n describes a request that is answered with the page of accounts', async () => {
    const parameter = z.object({ name: z.string(), value: z.string() });
    const parameters = z.object({
      method: z.literal('GET'),
      url: z.string(),
      queryParameters: z.object({ parameters: z.array(parameter) }),
    });
    const node = z.object({ type: z.literal('n8n-nodes-base.httpRequest'), parameters });
    const { nodes } = z.object({ nodes: z.tuple([node]) }).parse(JSON.parse(example('json')));
    const { url, queryParameters } = nodes[0].parameters;
    const askedUrl = new URL(url.replace(/^=\{\{ \$env\.LIFEBOAT_URL \}\}/, gateway.origin));
    for (const { name, value } of queryParameters.parameters) askedUrl.searchParams.set(name, value);
    const answer = await fetch(askedUrl, { headers: authorization() });
    expect(await answer.json()).toMatchObject({ data: accounts });
  });
});
