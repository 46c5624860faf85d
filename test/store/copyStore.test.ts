import { DatabaseSync } from 'node:sqlite';
import { copyStore } from '../../src/store/copyStore.js';
import { openWholeStore, type StoreAt } from '../../src/store/wholeStore.js';
import { openMember } from '../cutover/support/openMember.ts';
import { realClock } from '../support/realClock.ts';
import { runHere } from '../support/runHere.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { placeOf, postgresServer } from './support/postgres.ts';
import { firstStageEvent, observed, used, write } from './support/records.ts';

const server = postgresServer();
const newPlace = async () => placeOf(await server.database());

describe('a copy of a store', () => {
  const folder = temporaryFolder();
  const named = (at: StoreAt, name: string) => ({ at, name });

  it('contains in a database what the file contained, and in a file what the database contained', async () => {
    const path = folder.path('lifeboat.db');
    const from = await openWholeStore(path);
    await from.cutover.append(firstStageEvent);
    await from.cutover.addWrites([write]);
    await from.cutover.saveLabel('a', 'shop');
    await from.counters.add([used]);
    await from.comparison.save({ observed: [observed('one', 5, 'e1')], samples: [], ended: new Map() }, 1);
    await from.close();
    const serverPlace = await newPlace();
    const copied = await copyStore(named(path, 'file'), named(serverPlace, 'database'), 10);
    expect(copied).toMatchObject({ events: 1, rows: { cutover_event: 1, cutover_write: 1, counter: 1 } });
    const repeatedText = folder.path('again.db');
    expect(await copyStore(named(serverPlace, 'database'), named(repeatedText, 'again'), 10)).toEqual(copied);
    const keptOwnStore = await openWholeStore(repeatedText);
    expect(await keptOwnStore.cutover.events()).toEqual([firstStageEvent]);
    expect(await keptOwnStore.cutover.writes()).toEqual([write]);
    expect(await keptOwnStore.cutover.labels()).toEqual(new Map([['a', 'shop']]));
    expect(await keptOwnStore.counters.sums({ from: 0, to: 4e12 }, ['caller'])).toMatchObject([
      { caller: 'a', requests: 3 },
    ]);
    await keptOwnStore.close();
  });

  it('is led at once, though the machine with the file was ahead of the clock of the database', async () => {
    const [path, serverPlace] = [folder.path('ahead.db'), await newPlace()];
    const me = { name: 'host 1', secret: 's', serves: true, obeys: 0, acts: true, alarms: [] };
    const ahead = Date.now() + 3_600_000;
    const from = await openWholeStore(path);
    await from.cutover.check();
    await from.members.beat({ ...me, id: 'killed' }, ahead);
    await from.close();
    const copied = await copyStore(named(path, 'file'), named(serverPlace, 'database'), ahead + 60_000);
    expect(copied.rows).toMatchObject({ document: 0 });
    const { members, close } = await openWholeStore(serverPlace);
    expect((await members.beat({ ...me, id: 'next' }, Date.now())).lease.holder).toBe('next');
    await close();
  });

  it('is made of a store whose members are those of an earlier version, without alarms', async () => {
    const path = folder.path('lifeboat.db');
    await (await openWholeStore(path)).close();
    const database = new DatabaseSync(path);
    database.exec('alter table member drop column alarms');
    database.close();
    const copied = copyStore(named(path, 'former'), named(folder.path('copy.db'), 'new'), 1);
    await expect(copied).resolves.toMatchObject({ events: 0 });
  });

  it('is refused for a store in use, for no store, for a broken log, and into a store with content', async () => {
    const [path, serverPlace] = [folder.path('lifeboat.db'), await newPlace()];
    const [file, database] = [named(path, 'file'), named(serverPlace, 'database')];
    await expect(copyStore(file, database, 1)).rejects.toThrow('file: there is no such file');
    const member = await openMember(path, realClock);
    await expect(copyStore(file, database, Date.now())).rejects.toThrow(`file: ${member.id} uses it`);
    await expect(copyStore(database, file, Date.now())).rejects.toThrow('database: it is no store');
    await member.ask({ kind: 'hold' });
    await member.close();
    const full = await openWholeStore(serverPlace);
    await full.cutover.append(firstStageEvent);
    await full.close();
    await expect(copyStore(file, database, Date.now())).rejects.toThrow(
      'database: it is not empty (cutover_event): name a new file or database',
    );
    const broken = named(folder.path('broken.db'), 'broken');
    const nextOwnStore = await openWholeStore(broken.at);
    await nextOwnStore.cutover.append({ ...firstStageEvent, reason: 'another' });
    await nextOwnStore.close();
    await expect(copyStore(broken, named(folder.path('new.db'), 'new'), Date.now())).rejects.toThrow(
      'broken: line 1 of its log is broken',
    );
  });

  it('is made by `lifeboat store copy`, which reads an address with a password from a variable', async () => {
    const keptOwnStore = await openWholeStore(folder.path('lifeboat.db'));
    await keptOwnStore.cutover.append(firstStageEvent);
    await keptOwnStore.close();
    const url = await server.database();
    const environment = { TO: url };
    const run = (...words: string[]) =>
      runHere(['store', 'copy', ...words], { cwd: folder.path('.'), environment });
    const { code, stdout } = await run('lifeboat.db', 'env:TO');
    expect([code, stdout[0]]).toEqual([0, '1 cutover_event']);
    expect(stdout.at(-1)).toMatch(
      /^copied from lifeboat\.db to postgres:.*; the log .* is whole, up to line 1$/,
    );
    expect(stdout.join()).not.toContain(new URL(url).password);
    expect(await run('lifeboat.db', 'env:NOT_SET')).toMatchObject({ code: 2 });
    expect(await run('lifeboat.db', 'env:TO')).toMatchObject({ code: 1 });
  });
});
