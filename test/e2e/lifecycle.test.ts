import { statSync } from 'node:fs';
import { drainUnderLoad } from '../support/drainUnderLoad';
import { countIndex, fillIndex, startOnStore } from '../support/restartWithIndex';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();

describe('a gateway that is stopped', () => {
  it('answers all 50 requests in flight after SIGTERM and ends with 0', async () => {
    const { answered, lost, exitCode } = await drainUnderLoad(50, folder.path('.'));
    expect({ answered, lost, exitCode }).toEqual({ answered: 50, lost: 0, exitCode: 0 });
  });

  it('keeps every entry of its index after kill -9, in a file that only its owner can read', async () => {
    const file = folder.path('index.db');
    await fillIndex(file, 2_000);
    for (let kill = 0; kill < 2; kill += 1) await startOnStore(file, folder.path('.'));
    expect(await countIndex(file)).toBe(2_000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
