import { writeFileSync } from 'node:fs';
import { openKeptStore } from '../../src/store/keptStore';
import { certificate } from '../support/certificate';
import { selfSigned } from '../support/selfSigned';
import { temporaryFolder } from '../support/temporaryFolder';
import { placeOf, postgresServer } from './support/postgres';
import { first } from './support/records';

const server = postgresServer(certificate);
const folder = temporaryFolder();

/** Uses a store once: what must work wherever it can be opened. */
async function use(url: string): Promise<void> {
  const { cutover, close } = await openKeptStore(placeOf(url));
  await cutover.append(first);
  expect(await cutover.events()).toEqual([first]);
  await close();
}

const withRoot = (url: string, root: string): string => {
  const file = folder.path('root.pem');
  writeFileSync(file, root);
  return `${url}?sslmode=verify-full&sslrootcert=${file}`;
};

describe('a store on a PostgreSQL server', () => {
  it('is used by a role that is no superuser and owns nothing but its tables', async () => {
    const url = await server.database();
    await server.run(
      url,
      `create role seller login password 'another';
      revoke all on schema public from public;
      grant usage, create on schema public to seller`,
    );
    await use(url.replace(/\/\/[^@]+/, '//seller:another'));
  });

  it('names the right that a role lacks', async () => {
    const url = await server.database();
    await server.run(
      url,
      `create role reader login password 'another'; revoke create on schema public from public`,
    );
    await expect(use(url.replace(/\/\/[^@]+/, '//reader:another'))).rejects.toThrow(
      'permission denied for schema public',
    );
  });

  it('is reached over TLS by a certificate that is trusted', async () => {
    const url = await server.database();
    await use(withRoot(url, certificate.cert));
  });

  it('is not reached over TLS by one that is not', async () => {
    await expect(use(withRoot(await server.database(), selfSigned.cert))).rejects.toThrow(/certificate/);
  });
});
