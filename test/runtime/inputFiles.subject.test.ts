import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import pino from 'pino';
import request from 'supertest';
import { createClosers } from '../../src/runtime/closers.js';
import { evidenceSubject } from '../../src/runtime/inputFiles.js';
import { createCompare } from '../../src/comparison/compare/compareAnswers.js';
import { openEvidence } from '../../src/runtime/stores/openEvidence.js';
import { openStores } from '../../src/runtime/stores/openStores.js';
import { comparisonReport } from '../../src/comparison/report/comparisonReport.js';
import { diffStored } from '../../src/cli/diff/diffMappings.js';
import { checkPlan } from '../../src/cli/cutover/planCheck.js';
import { systemClock } from '../../src/runtime/systemClock.js';
import { parseRules } from '../comparison/support/parseRules.ts';
import { overviewPage, type OverviewPage } from '../../src/operator/stagePages.js';
import { adminEdge } from '../http/admin/support/openAdminPort.ts';
import { loadMappings, type Mappings } from '../../src/mapping/compile/loadMappings.js';
import { randomFrom } from '../cutover/support/simulations.ts';
import { configFrom } from '../support/configFrom.ts';
import { ran, ranText } from '../support/recordingTerminal.ts';
import { repetitions } from '../support/repetitions.ts';
import { shipped, shippedFolder } from '../support/shipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const OFFER = 'currency-offer';
/** A mapping line, and another one in its place. */
const LINES = ['\n  status: status\n', '\n  status: { from: status, codec: capitalized }\n'] as const;
const OVERLAYS = ['hold', 'release'] as const;
const TOKEN = 'a-token-for-the-operator-of-the-story';

/** Exchanges a text of one mapping file in the copied folder. */
function edit(file: string, from: string, to: string): void {
  const path = folder.path(`mappings/${file}`);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(path, text.replace(from, to));
}

function load(): Mappings {
  const mappings = loadMappings(folder.path('mappings'));
  if (!mappings.ok) throw new Error(mappings.failure.map(({ message }) => message).join('\n'));
  return mappings.value;
}

beforeEach(() => cpSync(shippedFolder, folder.path('mappings'), { recursive: true }));

describe('the epoch of a resource', () => {
  const epochs = (rules = '') =>
    new Map(evidenceSubject(load(), parseRules(rules)).resources.map(({ name, epoch }) => [name, epoch]));
  const changedBy = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
    [...before].flatMap(([name, epoch]) => (after.get(name) === epoch ? [] : [name]));

  it('is not changed by a comment or a reason', () => {
    const before = epochs();
    appendFileSync(folder.path(`mappings/${OFFER}.yaml`), '\n# a word about it\n');
    edit('account.yaml', 'reason: v2 has no trend score', 'reason: there is no trend score in v2');
    edit('account.yaml', 'views: v1 does not count views', 'views: nobody counts views in v1');
    expect(changedBy(before, epochs())).toEqual([]);
  });

  it('is changed only by lines of its mapping file', () => {
    const before = epochs();
    edit(`${OFFER}.yaml`, ...LINES);
    expect(changedBy(before, epochs())).toEqual([OFFER]);
  });

  it('is changed by its agreed differences, but not by their reasons', () => {
    const rule = (path: string, reason: string) =>
      `ignore:\n  - { path: ${path}, operation: getCurrencyOffer, comparator: ignore, reason: ${reason}, owner: ada, expires: 2030-01-01 }\n`;
    const before = epochs(rule('data.attributes.views', 'a counter'));
    expect(changedBy(before, epochs(rule('data.attributes.views', 'it moves')))).toEqual([]);
    expect(changedBy(before, epochs(rule('data.attributes.title', 'it moves')))).toEqual([OFFER]);
  });
});

describe('the gate, stage set, stage list, plan check, the alarms and both reports of diff', () => {
  const steps = shipped().operations.map(({ resource }) => resource);
  const plan = () => {
    const lines = [...new Set(steps)].map(
      (resource) => `  - { resource: ${resource}, to: canary 5%, notBefore: 2020-01-01T00:00 }\n`,
    );
    writeFileSync(folder.path('plan.yaml'), `advance: notify\nsteps:\n${lines.join('')}`);
  };
  const environment = () => ({
    LIFEBOAT_UPSTREAM_V1: 'http://127.0.0.1:1',
    LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:2',
    LIFEBOAT_SUNSET: '2099-01-01T00:00:00Z',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_MAPPINGS: folder.path('mappings'),
    LIFEBOAT_CUTOVER_START: 'v1',
    LIFEBOAT_STORE: folder.path('lifeboat.db'),
    LIFEBOAT_CUTOVER_PLAN: folder.path('plan.yaml'),
  });
  /** Drops the estimate of the remaining time, which depends on the moment of asking. */
  const untimed = (text: string): string => text.replace(/, about [^;]* at the current rate/g, '');
  const sentenceOf = (line: string): string => line.trim().replace(/, (about|none has come yet).*$/, '');

  let closeAll = (): unknown => undefined;
  async function open() {
    plan();
    const config = configFrom(environment());
    const closers = createClosers((error) => {
      throw error;
    });
    const stores = await openStores(config, closers);
    if (!stores.ok) throw new Error(stores.failure.join('\n'));
    const options = {
      config,
      stores: stores.value,
      mappings: load(),
      keyTable: [],
      hasV1: true,
      logger: pino({ enabled: false }),
      colour: false,
      role: 'whole' as const,
      clock: systemClock,
    };
    const opened = await openEvidence(options, closers);
    if (!opened.ok) throw new Error(opened.failure.join('\n'));
    closeAll = closers.closeAll;
    return opened.value;
  }
  afterEach(() => closeAll());
  type Opened = Awaited<ReturnType<typeof open>>;

  const ofPage = ({ stage, evidence, alarms, next }: OverviewPage) => ({
    stage,
    compared: evidence.compared,
    differing: evidence.differing,
    alarms: alarms.map(({ text }) => untimed(text)),
    conditions: (next?.conditions ?? []).map(sentenceOf),
  });

  const control = ({ cutover }: Opened) => adminEdge(cutover, TOKEN).listener;

  async function listed(opened: Opened) {
    const page = await request(control(opened)).get('/api/stages').set('authorization', `Bearer ${TOKEN}`);
    const rows = overviewPage.array().parse(page.body);
    return new Map(rows.map((row) => [row.resource, ofPage(row)]));
  }

  /** Returns what `stage set` shows and is refused with, without --force; nothing where the gate is passed. */
  async function refusedWith(opened: Opened, resource: string): Promise<readonly string[]> {
    const { cutover } = opened;
    const to = { kind: 'canary', percent: 5 } as const;
    const gate = cutover.gate(resource, to);
    if (gate === undefined) throw new Error(`no resource ${resource}`);
    if (!gate.forward || gate.judgement.verdict === 'ready') return [];
    const tried = await request(control(opened))
      .post('/api/stages/move')
      .set('authorization', `Bearer ${TOKEN}`)
      .send({ resource, reason: 'test', to: 'canary 5%' });
    if ((tried.body as { type?: string }).type === '/api/problems#held') return [];
    expect([tried.status, tried.body]).toMatchObject([409, { verdict: gate.judgement.verdict }]);
    const { conditions } = tried.body as typeof gate.judgement;
    return conditions.map(({ outlook, sentence }) => sentenceOf(`${outlook}: ${sentence}`));
  }

  /** The report of another process that reads the same store. */
  async function stored() {
    const options = { format: 'json', store: folder.path('lifeboat.db') } as const;
    const variables = environment();
    const { out } = await ranText((terminal) => diffStored(options, { environment: variables, terminal }));
    return comparisonReport.parse(JSON.parse(out));
  }

  async function planned() {
    const [file, variables] = [folder.path('plan.yaml'), environment()];
    const { code, out } = await ran((terminal) => checkPlan({ file }, { environment: variables, terminal }));
    expect(code).toBe(0);
    const all = new Map<string, string[]>();
    let conditions: string[] = [];
    for (const line of out) {
      const [, name] = /^(\S+) is at /.exec(line) ?? [];
      if (name !== undefined) all.set(name, (conditions = []));
      else if (/^ {2}(passed|waiting|undecided|failing): /.test(line)) conditions.push(sentenceOf(line));
    }
    return all;
  }

  it('give the same answer with the shipped rules file', async () => {
    const random = randomFrom(16);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const opened = await open();
    const { cutover, comparison, adopt } = opened;
    if (comparison === undefined) throw new Error('nothing is compared');
    const { rules, collection } = comparison;
    const compareAnswers = createCompare({ rules, now: systemClock.now });
    let [made, resolved, changed, share, moment] = [0, 0, 0, 0.1, 0];
    let mappings = shipped();
    const reload = (): unknown => adopt((mappings = load()));
    const compare = (): void => {
      const { name: operation, resource } = pick(shipped().operations);
      made += 1;
      const v1 = { status: 200, headers: {}, body: '{"data":{"attributes":{"title":1}}}' };
      const v2 = random() < share ? { ...v1, body: '{"data":{"attributes":{"title":2}}}' } : v1;
      const pair = { id: `id${made}`, at: systemClock.now(), resource, operation, caller: pick(['a', 'b']) };
      const compared = compareAnswers(v1, v2, operation);
      if (compared.ok)
        collection.notePair({ ...pair, request: `GET /${made}`, v1, v2, raw: [] }, compared, undefined);
    };
    const by = { actor: 'ada', reason: 'test' };
    const compareSome = (): unknown => Array.from({ length: 20 }, compare);
    const acts: readonly (() => unknown)[] = [
      // v2 is mended, or breaks.
      () => (share = share === 0 ? 0.1 : 0),
      () => {
        const change = [{ kind: 'move', to: { kind: 'shadow' } } as const, { kind: pick(OVERLAYS) }];
        return cutover.change({ ...by, resource: pick(cutover.resources()), change: pick(change) });
      },
      () => {
        edit('account.yaml', 'no trend score', 'no trend score at all');
        return reload();
      },
      () => {
        const [issue] = collection.report().issues;
        if (issue === undefined) return undefined;
        resolved += 1;
        const causes = issue.places.map(({ operation, path, kind }) => ({ operation, path, kind }));
        const change = { kind: 'resolve', issue: issue.id, causes } as const;
        return cutover.change({ ...by, resource: issue.resource, change });
      },
      () => {
        changed += 1;
        const isOther = readFileSync(folder.path(`mappings/${OFFER}.yaml`), 'utf8').includes(LINES[1]);
        edit(`${OFFER}.yaml`, LINES[isOther ? 1 : 0], LINES[isOther ? 0 : 1]);
        return reload();
      },
    ];
    compareSome();
    for (; moment < repetitions(30, 45); moment += 1) {
      await pick(random() < 0.5 ? [compareSome] : acts)();
      if (random() < 0.5) continue;
      await cutover.tick();
      await collection.flush();
      const [list, plans] = [await listed(opened), await planned()];
      const report = collection.report();
      const epochs = evidenceSubject(mappings, rules).resources;
      expect(report.epoch).toBe(epochs.map(({ epoch }) => epoch).join('-'));
      const { compared, differing, verdict, issues } = report;
      const ids = issues.map(({ id }) => ({ id }));
      expect(await stored()).toMatchObject({ compared, differing, verdict, issues: ids });
      const proven = issues.filter(({ state }) => state === 'regression').map(({ resource }) => resource);
      const alarms = cutover.alarms.current();
      expect(
        alarms
          .filter(({ kind }) => kind === 'regression')
          .map(({ subject }) => subject)
          .toSorted(),
      ).toEqual([...new Set(proven)].toSorted());
      for (const { resource, evidence, next } of cutover.overview()) {
        const gate = (next?.judgement.conditions ?? []).map(({ outlook, sentence }) =>
          sentenceOf(`${outlook}: ${sentence}`),
        );
        const own = report.operations.filter((one) => one.resource === resource);
        const counts = {
          compared: own.reduce((sum, { compared }) => sum + compared, 0),
          differing: own.reduce((sum, { differing }) => sum + differing, 0),
        };
        expect([resource, counts]).toEqual([
          resource,
          { compared: evidence.compared, differing: evidence.differing },
        ]);
        const its = alarms.filter(({ subject }) => subject === resource).map(({ text }) => untimed(text));
        expect(list.get(resource)).toMatchObject({ ...counts, alarms: its, conditions: gate });
        expect([resource, plans.get(resource)]).toEqual([resource, gate]);
        const refused = await refusedWith(opened, resource);
        if (refused.length > 0) expect([resource, refused]).toEqual([resource, gate]);
      }
    }
    expect([made > 100, resolved > 1, changed > 1]).toEqual([true, true, true]);
  });
});
