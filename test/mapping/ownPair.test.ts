import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { startTickets, type TicketService } from '../e2e/support/tickets.ts';
import { runCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'mapping', 'README.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

const folder = temporaryFolder();
let service: TicketService;
beforeEach(async () => (service = await startTickets()));
afterEach(() => service.close());

const wordsOf = (line: string): readonly string[] =>
  line
    .replace(/^lifeboat /, '')
    .replaceAll('http://127.0.0.1:9001', service.origin)
    .split(' ');

const options = () => ({
  cwd: folder.path('.'),
  environment: { MY_KEY: 'key', LIFEBOAT_LISTEN_PORT: '0', LIFEBOAT_ADMIN_PORT: '0' },
});

const run = (line: string) => runHere(wordsOf(line), options());

/** Expects a command of the page to succeed; writes its output where the line says so, as a shell does. */
async function succeeds(line: string): Promise<void> {
  const [command = '', file] = line.split(' > ');
  const { code, stdout, stderr } = await run(command);
  expect([line, code, stderr]).toEqual([line, 0, '']);
  if (file !== undefined) writeFileSync(folder.path(file), stdout.join('\n'));
}

/** Takes the line over that the page adds, and takes what it reads out of the drops. */
function mend(addition: string): void {
  const file = folder.path('mappings/ticket.yaml');
  const drafted = parse(readFileSync(file, 'utf8')) as {
    attributes: Record<string, unknown>;
    drops: Record<string, string>;
  };
  const { attributes } = parse(addition) as { readonly attributes: Readonly<Record<string, string>> };
  const keptDrops = Object.entries(drafted.drops).filter(
    ([name]) => !Object.values(attributes).includes(name),
  );
  const drops = Object.fromEntries(keptDrops);
  writeFileSync(file, stringify({ ...drafted, attributes: { ...drafted.attributes, ...attributes }, drops }));
}

/** The lines of a block of commands. */
const commands = (block: string | undefined): readonly [string, string, ...string[]] => {
  const [firstText, second, ...otherTexts] = block?.trim().split('\n') ?? [];
  if (firstText === undefined || second === undefined) throw new Error('the page has no such block');
  return [firstText, second, ...otherTexts];
};

const [v1, v2, addition] = blocks('yaml');
const [draft, fixtures, use] = blocks('sh').map(commands);

it('the page on another pair of APIs leads from two documents to a compared, explained and served request', async () => {
  for (const [name, text] of Object.entries({ v1, v2 }))
    writeFileSync(
      folder.path(`${name}.openapi.yaml`),
      String(text).replaceAll('http://127.0.0.1:9001', service.origin),
    );
  if (!draft || !fixtures || !use || addition === undefined) throw new Error('the page has other blocks');
  expect((await run(draft[0])).code).toBe(0);
  const todo = await run(draft[1]);
  expect(todo.code).toBe(1);
  const named = /^ticket\.yaml:\d+:1: (.*)$/m.exec(page)?.[1];
  expect(todo.stderr).toContain(named);
  expect(todo.stderr).toContain('1 fault');
  mend(addition);
  for (const line of fixtures) await succeeds(line);
  const compared = await run(use[0]);
  expect([compared.code, compared.stdout.join('\n')]).toEqual([0, expect.stringContaining('0 of ')]);
  expect((await run(use[1])).stdout.join('\n')).toMatch(/subject +"Ticket 2" +title +"Ticket 2"/);
  const served = runCli(wordsOf(String(use[2])), options());
  const origin = /http:\/\/\S+?:\d+/.exec(await served.line())?.[0];
  const answer = await fetch(`${origin}/api/v1/tickets/2`, { headers: { authorization: 'Bearer key' } });
  served.child.kill('SIGTERM');
  expect(await answer.json()).toMatchObject({
    id: 2,
    subject: 'Ticket 2',
    opened_at: '2026-01-02T03:04:05Z',
  });
  await served.ended;
});
