import { temporaryFolder } from '../support/temporaryFolder';
import { waitUntil } from '../support/waitUntil';
import { runCli } from '../support/runCli';

const folder = temporaryFolder();
const PORTS = ['--port', '0', '--admin-port', '0', '--sandbox-port', '0'];

interface UsagePage {
  readonly clients: readonly { readonly program: string; readonly requests: number }[];
}

describe('lifeboat serve --sandbox --traffic', () => {
  it('plays sellers with different habits, compares their reads, and ends with 0', async () => {
    const run = runCli(['serve', '--sandbox', '--traffic', ...PORTS], { cwd: folder.path('.') });
    const admin = /admin (\S+)/.exec(await run.line())?.[1] ?? '';
    const page = async <Page>(path: string): Promise<Page> =>
      (await (await fetch(`${admin}${path}`)).json()) as Page;
    const busy = async (): Promise<readonly string[]> =>
      (await page<UsagePage>('/api/usage')).clients
        .filter(({ requests }) => requests > 1)
        .map(({ program }) => program)
        .toSorted();
    await waitUntil(async () => (await busy()).length >= 3);
    expect(await busy()).toEqual(['old-bot', 'repricer', 'stock-sync']);
    const compared = async () => (await page<{ compared: number }>('/api/differences')).compared;
    await waitUntil(async () => (await compared()) > 0);
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
  });
});
