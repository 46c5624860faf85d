import { join } from 'node:path';
import type { Clock } from '../../../src/contract/clock.js';
import { type Candidate, createMappingsThread } from '../../../src/runtime/reload/mappingsThread.js';
import { checkCandidate, tryCandidate } from '../../../src/runtime/reload/mappingsThreadProgram.js';
import type { ResolvedResource } from '../../../src/mapping/compile/resolveFile.js';
import { translateAnswer } from '../../../src/mapping/translate/translateAnswer.js';
import { realClock } from '../../support/realClock.ts';
import { repetitions } from '../../support/repetitions.ts';
import { shippedFixtures } from '../../support/shippedFixtures.ts';
import { shipped, shippedFolder } from '../../support/shipped.ts';

/** The trial of a reload, which tries each property twenty times. */
const trial = { runs: repetitions(5, 20), seed: 20251130 };

function shippedCandidate(): Candidate {
  return { mappings: shipped(), fixtures: shippedFixtures() };
}

/** The account, with a login that may be null although v1 promises a text. */
function nullLogin(resource: ResolvedResource): ResolvedResource {
  const rules = resource.rules.map((rule) =>
    rule.name === 'login' && rule.kind === 'value' ? { ...rule, onNull: { kind: 'pass' as const } } : rule,
  );
  return { ...resource, rules, answer: translateAnswer(resource.envelope, rules) };
}

describe('the trial of a candidate', () => {
  it('finds no reason against the shipped mappings', async () => {
    expect(await tryCandidate(shippedCandidate(), trial)).toEqual([]);
  });

  it('names the broken law, the line, and a value that breaks it', async () => {
    const { mappings } = shippedCandidate();
    const resources = mappings.resources.filter(({ name }) => name === 'account').map(nullLogin);
    const candidate = { mappings: { ...mappings, resources }, fixtures: [] };
    const [reason] = await tryCandidate(candidate, trial);
    expect(reason).toMatch(
      /^the law "conform" does not hold: login is not as v1 promises \(account\.yaml:\d+\); for example \[\{.*"login":null/,
    );
  });

  it('names the failed fixture, its answer and the expected one', async () => {
    const { mappings, fixtures } = shippedCandidate();
    const [fixture] = fixtures;
    if (fixture === undefined) throw new Error('there are fixtures');
    const nextAnswer = { ...fixture, gets: { status: 299, body: 'another' } };
    const candidate = { mappings: { ...mappings, resources: [] }, fixtures: [nextAnswer] };
    expect(await tryCandidate(candidate, trial)).toEqual([
      expect.stringMatching(
        /^fixtures\/account\.yaml:\d+: .*: answer is .*, not \{"status":299,"body":"another"\}$/,
      ),
    ]);
  });
});

describe('the check of a folder', () => {
  it('does not try the texts in force', async () => {
    const askedEntry = { folder: shippedFolder, inForce: shipped().hash, trial };
    expect(await checkCandidate(askedEntry)).toEqual({ ok: true, value: 'unchanged' });
  });

  it('fails with a reason when the folder cannot be read', async () => {
    const folder = join(shippedFolder, 'none');
    expect(await checkCandidate({ folder, inForce: '', trial })).toEqual({
      ok: false,
      failure: [expect.stringMatching(/^the mappings in .*none cannot be read: there is no such file/)],
    });
  });
});

describe('the thread of the check', () => {
  it('refuses a candidate whose check does not end, and checks the next one', async () => {
    const waits: number[] = [];
    let isLate = true;
    const schedule: Clock['schedule'] = (delay, action) => {
      waits.push(delay);
      if (isLate) action();
      return () => undefined;
    };
    const thread = createMappingsThread({ schedule }, trial);
    try {
      expect(await thread.read({ folder: shippedFolder }, '')).toEqual({
        ok: false,
        failure: ['the check has not ended after 5 minutes'],
      });
      isLate = false;
      expect(await thread.read({ folder: shippedFolder }, shipped().hash)).toEqual({
        ok: true,
        value: 'unchanged',
      });
      expect(waits).toContain(300_000);
    } finally {
      await thread.close();
    }
  });

  it('hands over the mappings of the folder, compiled, with the fixtures of their forms', async () => {
    const thread = createMappingsThread(realClock, { runs: 1, seed: 1 });
    try {
      const read = await thread.read({ folder: shippedFolder }, 'another');
      if (!read.ok || read.value === 'unchanged') throw new Error('the shipped mappings are good');
      const { mappings, fixtures } = read.value;
      expect(mappings.hash).toBe(shipped().hash);
      expect(mappings.operations.map(({ name }) => name)).toEqual(
        shipped().operations.map(({ name }) => name),
      );
      expect(fixtures.length).toBeGreaterThan(100);
    } finally {
      await thread.close();
    }
  });
});
