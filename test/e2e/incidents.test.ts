import { randomFrom } from '../cutover/support/simulations.ts';
import { incidents } from '../support/incidents.ts';
import { change, trouble } from '../support/misfortunes.ts';
import { channels, createTraffic, move, pages, type Played, playIncident } from '../support/playIncident.ts';
import { repetitions } from '../support/repetitions.ts';
import { playBlips, playQuiet } from '../support/playQuiet.ts';
import { RESOURCE, startGame } from '../support/startGame.ts';

/** So many seconds after its beginning every channel has to say it. */
const SAID_WITHIN = 10;

/** Callers of a crowd. */
const CROWD = repetitions(16, 200);

/** Seconds until one of a crowd, who asks every 16 s, has failed for the third time. */
const THIRD_FAILURE = 34;

/** So many seconds after its mend all is green. */
const GREEN_WITHIN = 60;

/** Plays an incident, and expects every channel to have said it within so many seconds. */
async function playSaid(name: string, callers: number, within: number, isMended = true): Promise<Played> {
  const incident = incidents.find((candidate) => candidate.name === name);
  if (incident === undefined) throw new Error(`no incident ${name}`);
  const played = await playIncident(incident, callers, isMended);
  const { said: saidSeconds, hurt, safe, falseAlarms } = played;
  expect(falseAlarms).toEqual([]);
  const wanted = channels.filter((channel) => channel !== 'diff' || incident.differs === true);
  expect(wanted.filter((channel) => (saidSeconds.get(channel) ?? Infinity) > within)).toEqual([]);
  if (callers >= CROWD || incident.byHand === true) return played;
  expect(safe).toBeLessThanOrEqual(SAID_WITHIN);
  expect(hurt).toBeLessThanOrEqual(5);
  return played;
}

// All of them, with 1, 6 and 200 callers, until everything is green again: `npm run games -- incidents`.
describe('an incident with six callers', () => {
  it.each([
    'one operation of v2 answers 500',
    'v2 is slow, 4 s',
    "one seller's v2 key has expired",
    'v2 answers 200 with wrong prices in half of the reads, after two calm minutes',
    'v2 shows wrong prices in half of the reads while its lists fail',
    'v2 refuses connections',
    'writes to v2 lose their answer',
    'v2 refuses every second write, 429',
    'v2 refuses every second write, 429, at stage v2',
    'v2 refuses every write, 422',
    'a mapping is refused at reload',
  ])('is reported on every channel: %s', async (name) => {
    await playSaid(name, 6, SAID_WITHIN, false);
  });

  it.each([
    'all of v2 answers 503',
    'v2 answers 200 with what does not fit',
    'v2 resets connections',
    'v2 fails while nobody is on it, shadow',
    'v2 hangs while nobody is on it, shadow',
    'v2 answers writes 403',
    'v1 answers 500, stage v1',
  ])('is reported, and green on every channel within 60 s of clean traffic: %s', async (name) => {
    expect((await playSaid(name, 6, SAID_WITHIN)).green).toBeLessThanOrEqual(GREEN_WITHIN);
  });
});

describe('one seller of a crowd, asking every 16 seconds, who gets failures or wrong answers', () => {
  it.each([
    'v2 fails one seller',
    'v1 fails one seller, stage v1',
    'v2 answers one seller 200 with wrong prices',
    "v2 refuses one seller's writes, 422",
  ])(
    'is named on every channel with the third failure, and no longer soon after the mend: %s',
    async (name) => {
      const { green } = await playSaid(name, CROWD, THIRD_FAILURE + SAID_WITHIN);
      expect(green).toBeLessThanOrEqual(GREEN_WITHIN);
    },
  );
});

describe('a resource that is killed or held while v2 fails', () => {
  it.each(['kill', 'hold'] as const)('is still compared, to show when v2 is mended: %s', async (kind) => {
    const game = await startGame({ callers: 1 });
    await move(game, RESOURCE, { kind: kind === 'kill' ? 'v2' : 'shadow' });
    const { second } = await createTraffic(game, ['read']);
    const outage = trouble('v2', { status: 500 });
    const shownAfter = async (seconds: number): Promise<readonly string[]> => {
      for (let past = 0; past < seconds; past += 1) await second(1);
      return (await pages(game))['/readyz'];
    };
    await change(game, { kind });
    outage.begin(game);
    expect((await shownAfter(10)).join()).toContain('v2 gives no answer that a client could use');
    outage.mend(game);
    expect(await shownAfter(10)).toEqual([expect.stringMatching(/is killed|is held/)]);
  });
});

describe('hours in which single requests fail, or all for three seconds', () => {
  it('leave no alarm after five minutes, and no alarm is called proven', async () => {
    expect(await playBlips(repetitions(1, 2))).toEqual([]);
  });
});

describe('hours of noise alone', () => {
  it('raise no alarm on any channel', async () => {
    expect(await playQuiet(repetitions(1, 2), randomFrom(16))).toEqual([]);
  });
});
