import { readdirSync, statSync } from 'node:fs';
import { type CliRun, runCli } from '../support/runCli';
import { temporaryFolder } from '../support/temporaryFolder';

/** Each run starts a process; on a busy machine that takes its time. */

const folder = temporaryFolder();

const environment = {
  LIFEBOAT_UPSTREAM_V1: 'http://127.0.0.1:9',
  LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9',
  LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
  LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
  LIFEBOAT_LOG_LEVEL: 'error',
};

const run = (...words: string[]): CliRun => runCli(words, { cwd: folder.path('.'), environment });
const serve = (...words: string[]): CliRun => run('serve', '--port', '0', '--admin-port', '0', ...words);

async function endOf(running: CliRun): Promise<string> {
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.ended;
  return `${String(code)} ${stderr}`;
}

describe('a gateway whose store, beside its settings unless one is named, a running one has locked', () => {
  it.each([[], ['--workers', '2']])('is refused, with the name of the holder: %j', async (...words) => {
    const first = serve();
    await first.line();
    expect(statSync(folder.path('lifeboat.db')).mode & 0o777).toBe(0o600);
    const { code, stderr } = await serve(...words).ended;
    expect(code).toBe(1);
    const who = `process ${String(first.child.pid)} on \\S+ has it, since 20\\S+Z`;
    expect(stderr).toMatch(new RegExp(`store: \\S*lifeboat.db: ${who}\\n.*name another file`));
    expect(await endOf(first)).toMatch(/^0/);
  });

  it('starts as soon as that one has been killed, and shares its lock with its workers', async () => {
    const first = serve('--workers', '2');
    await first.line();
    first.child.kill('SIGKILL');
    await first.ended;
    const second = serve('--workers', '2');
    expect(await second.line()).toMatch(/^lifeboat ready/);
    expect(await endOf(second)).toMatch(/^0/);
  });

  it('is not there for a sandbox, which leaves nothing behind', async () => {
    const words = ['serve', '--sandbox', '--sandbox-port', '0', '--port', '0', '--admin-port', '0'];
    const playing = runCli(words, { cwd: folder.path('.'), environment: { LIFEBOAT_LOG_LEVEL: 'error' } });
    await playing.line();
    expect(await endOf(playing)).toMatch(/^0/);
    expect(readdirSync(folder.path('.'))).toEqual([]);
  });

  it('hinders no command that only reads', async () => {
    const first = serve();
    await first.line();
    const diff = await run('diff', '--store', 'lifeboat.db').ended;
    expect(diff.stderr).not.toMatch(/has it, since/);
    expect(diff.stdout.length).toBeGreaterThan(0);
    const doctor = await run('doctor').ended;
    expect(doctor.stdout.join('\n')).toMatch(/lifeboat.db is sound/);
    expect(await endOf(first)).toMatch(/^0/);
  });
});
