import { alarmAnchor } from '../../src/documents/runbookPage.js';
import { singleAlarmKinds } from '../../src/cutover/alarms.js';
import { consoleVisitor } from '../http/admin/support/consoleVisitor.ts';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';
import { createGameClock, type GameClock } from '../support/gameClock.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const START = Date.UTC(2025, 9, 1, 3);
const RESOURCE = 'currency-offer';

let clock: GameClock;
let startedWhole: StartedWhole;
let chat: ScriptedUpstream;
let visitor: ReturnType<typeof consoleVisitor>;

const page = (path = '/'): Promise<string> => visitor.page(path);

/** Submits a form of the console; returns the page that follows. */
const submit = (action: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  visitor.submit('/', action, fields);

const change = (kind: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  submit(`stages/${kind}`, { reason: 'as planned', ...fields });

const read = async (key: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${key}` };
  const { status } = await ask(startedWhole.gateway, { path: '/v1/currency-offers/7001', headers });
  await clock.settle();
  return status;
};

/** Text of a page without its markup. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&amp;|&quot;/g, "'")
    .replaceAll(/\s+/g, ' ');

beforeEach(async () => {
  clock = createGameClock(START);
  const v1 = await startUpstream(answering(200, '{"data":[]}'));
  const v2 = await startUpstream(answering(500, '{}'));
  chat = await startUpstream(answering(200, ''));
  startedWhole = await startWhole(
    {
      ...settingsOnV1(v1.origin, v2.origin),
      LIFEBOAT_CUTOVER_FALLBACK: 'off',
      LIFEBOAT_COMPARISON_SAMPLE: '0',
      LIFEBOAT_NOTIFY_SLACK: `${chat.origin}/chat`,
    },
    clock,
  );
  visitor = consoleVisitor(startedWhole.admin, () => clock.settle());
  await visitor.signIn(TOKEN);
  await clock.settle();
});

/** Lets v2 fail until it is an alarm. */
async function raiseAlarm(): Promise<string> {
  await change('move', { resource: RESOURCE, to: 'v2', force: 'yes' });
  for (let request = 0; request < 4; request += 1) await read('a-seller');
  await clock.advance(4_000);
  return page();
}

describe('the console without an alarm', () => {
  it('shows the good state in the first line', async () => {
    const text = textOf(await page());
    expect(text).toContain('All is well: no alarm');
    expect(text.indexOf('All is well')).toBeLessThan(text.indexOf('Overview Differences'));
  });
});

describe('an alarm in the console', () => {
  it('is the state in the first line, puts its resource first, and shows its row of the runbook', async () => {
    const shownText = await raiseAlarm();
    expect(textOf(shownText)).toMatch(/Skip to the content [1-9] critical, \d to know: currency-offer/);
    expect(/<article [^>]*id="([^"]*)"/.exec(shownText)?.[1]).toBe(RESOURCE);
    const [, anchor = ''] = /href="\/runbook#([\w-]+)"/.exec(shownText) ?? [];
    expect(await page('/runbook')).toContain(`<code id="${anchor}">`);
  });

  it('has a button that goes back by one click, in force on the next request', async () => {
    const shownText = await raiseAlarm();
    expect(shownText).toContain(`${RESOURCE} back to shadow</button>`);
    const [, form = ''] = /<div class="remedies"><form[^>]*>(.*?)<\/form>/s.exec(shownText) ?? [];
    const fields = Object.fromEntries(
      Array.from(form.matchAll(/name="(\w+)" value="([^"]*)"/g), ([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect(await submit('stages/move', fields)).toContain(`${RESOURCE}: at shadow, in force`);
    expect(await read('a-seller')).toBe(200);
  });

  it('is acknowledged by a name, with the time, on every channel, and not repeated after that', async () => {
    const shownText = await raiseAlarm();
    const ids = Array.from(shownText.matchAll(/name="alarm" value="([^"]*)"/g), ([, id = '']) => id);
    expect(ids.length).toBeGreaterThan(0);
    for (const alarm of ids) await submit('alarms/acknowledge', { alarm });
    expect(textOf(await page())).toContain('seen by admin 0 s ago');
    const list = (await ask(startedWhole.admin, { path: '/api/stages' })).body;
    expect(list).toContain('"acknowledged":{"by":"admin","at":"2025-10-01T03:0');
    const posted = (): number => chat.requests.filter(({ body }) => body.includes('still, for')).length;
    expect(chat.requests.at(-1)?.body).toContain('admin has seen it: ');
    await clock.advance(15 * 60_000);
    expect(posted()).toBe(0);
    expect(await submit('alarms/acknowledge', { alarm: 'nothing * ' })).toContain('This alarm is over.');
  });
});

describe('the console of a running gateway', () => {
  it('kills all resources at once, after "all" is typed', async () => {
    const shownText = await page();
    expect(shownText).toContain('Kill all');
    expect(await change('kill', { resource: '*', confirm: '*' })).toContain('type all to confirm it');
    const killed = await change('kill', { resource: '*', confirm: 'all' });
    expect(killed.match(/killed, everything goes to v1/g)?.length).toBeGreaterThan(3);
    expect(await page()).not.toContain('Kill all');
  });

  it('pins a client to one side, which degrades nothing if the side is v2, and unpins it', async () => {
    expect(await read('a-seller')).toBe(200);
    const [, caller = ''] = /clients\/([0-9a-f]{12})/.exec(await page('/clients')) ?? [];
    expect(await page(`/clients/${caller}`)).toContain('name="side" value="v2"');
    const pinned = await change('pin', { resource: RESOURCE, caller, side: 'v2' });
    expect(pinned).toContain(`${RESOURCE}: ${caller} goes to v2`);
    expect(textOf(pinned)).toContain('pinned to v2');
    expect((await ask(startedWhole.admin, { path: '/readyz' })).body).toBe('{"status":"ready"}');
    expect(await read('a-seller')).toBe(502);
    await change('pin', { resource: RESOURCE, caller, side: 'none' });
    expect(await read('a-seller')).toBe(200);
  });

  it('has a row of the runbook for each kind of alarm', async () => {
    const runbook = await page('/runbook');
    const kinds = [...singleAlarmKinds, 'away v2', 'refused mappings'];
    expect(kinds.filter((kind) => !runbook.includes(`<code id="${alarmAnchor(kind)}">`))).toEqual([]);
  });
});

/** Requests of every half second, and steps of that length between two looks: no whole number of time steps of 10 s. */
const [REQUESTS_PER_STEP, STEP_MS, STEPS_PER_LOOK, LOOKS] = [3, 500, 27, 12] as const;
const REQUESTS_PER_SECOND = (REQUESTS_PER_STEP * 1_000) / STEP_MS;

describe("the overview's charts at a constant load", () => {
  async function play(): Promise<void> {
    for (let step = 0; step < STEPS_PER_LOOK; step += 1) {
      await Promise.all(Array.from({ length: REQUESTS_PER_STEP }, () => read('a-seller')));
      await clock.advance(STEP_MS);
    }
  }

  it('show the rate within 5% each time, and a line without a drop or a gap', async () => {
    await play();
    const rates: number[] = [];
    let html = '';
    for (let look = 0; look < LOOKS; look += 1) {
      await play();
      html = await page();
      rates.push(Number(/"Requests of the last hour[^"]* v1 ([\d.]+)/.exec(html)?.[1]));
    }
    expect(rates.filter((rate) => !(Math.abs(rate / REQUESTS_PER_SECOND - 1) <= 0.05))).toEqual([]);
    const [, line = ''] = /<path class="line v1" d="([^"]*)"/.exec(html) ?? [];
    const heights = Array.from(line.matchAll(/[ML]\S+ ([\d.]+)/g), ([, height]) => Number(height));
    expect(line.match(/M/g)).toHaveLength(1);
    // The first time step is not a whole one.
    expect(new Set(heights.slice(1)).size).toBe(1);
  });
});
