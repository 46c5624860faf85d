import { writeFileSync } from 'node:fs';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { examined } from '../cli/doctor/support/examined.ts';
import { certificate, selfSigned } from '../support/certificate.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { placeOf, postgresServer } from './support/postgres.ts';
import { firstStageEvent } from './support/records.ts';

const server = postgresServer(certificate);
const folder = temporaryFolder();

/** Uses a store once: what must work wherever it can be opened. */
async function use(url: string): Promise<void> {
  const { cutover, close } = await openWholeStore(placeOf(url));
  await cutover.append(firstStageEvent);
  expect(await cutover.events()).toEqual([firstStageEvent]);
  await close();
}

const withRoot = (url: string, root: string): string => {
  const file = folder.path('root.pem');
  writeFileSync(file, root);
  return `${url}?sslmode=verify-full&sslrootcert=${file}`;
};

describe('a store on a PostgreSQL server', () => {
  it('works with a role that is no superuser and owns nothing but its tables', async () => {
    const url = await server.database();
    await server.run(
      url,
      `create role seller login password 'another';
      revoke all on schema public from public;
      grant usage, create on schema public to seller`,
    );
    await use(url.replace(/\/\/[^@]+/, '//seller:another'));
  });

  it('names a missing right of the role, at the start and in the doctor', async () => {
    const url = await server.database();
    await server.run(
      url,
      `create role reader login password 'another'; revoke create on schema public from public`,
    );
    const reader = url.replace(/\/\/[^@]+/, '//reader:another');
    const fault = 'the role may not make tables in its schema';
    await expect(use(reader)).rejects.toThrow(fault);
    const question = async (store: string) => {
      const environment = { LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:1', LIFEBOAT_STORE: store };
      const { findings, printed } = await examined(environment);
      expect(printed).not.toContain('another');
      return findings.find(({ subject }) => subject === 'store');
    };
    expect(await question(reader)).toMatchObject({
      severity: 'error',
      message: expect.stringContaining(fault) as string,
      advice: 'let the role create tables: GRANT CREATE, USAGE ON SCHEMA public TO role',
    });
    const { shown: shownText } = placeOf(url);
    expect(await question(url)).toMatchObject({
      severity: 'ok',
      message: `${shownText} can be reached and written`,
    });
  });

  it('is reached over TLS with a trusted certificate', async () => {
    const url = await server.database();
    await use(withRoot(url, certificate.cert));
  });

  it('is not reached over TLS with an untrusted certificate', async () => {
    await expect(use(withRoot(await server.database(), selfSigned.cert))).rejects.toThrow(/certificate/);
  });
});
