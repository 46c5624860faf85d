import { type Candidate, createBreather } from '../../../src/runtime/reload/loadCandidate';
import { reloadTrial, tryCandidate } from '../../../src/runtime/reload/tryCandidate';
import { loadFixtures } from '../../../src/mapping/yaml/fixtureFile';
import type { ResolvedResource } from '../../../src/mapping/compile/resolveFile';
import { translateAnswer } from '../../../src/mapping/translate/translateAnswer';
import { shipped, shippedFolder } from '../../support/shipped';

const atOnce = () => Promise.resolve();

function shippedCandidate(): Candidate {
  const fixtures = loadFixtures(shippedFolder);
  if (!fixtures.ok) throw new Error('the shipped fixtures are broken');
  return { mappings: shipped(), fixtures: fixtures.value };
}

/** The account, with a login that may be null although v1 promises a text. */
function nullLogin(resource: ResolvedResource): ResolvedResource {
  const rules = resource.rules.map((rule) =>
    rule.name === 'login' && rule.kind === 'value' ? { ...rule, onNull: { kind: 'pass' as const } } : rule,
  );
  return { ...resource, rules, answer: translateAnswer(resource.envelope, rules) };
}

describe('the trial of a candidate', () => {
  it('has nothing to say against the shipped mappings', async () => {
    let breaths = 0;
    const breathe = () => {
      breaths += 1;
      return Promise.resolve();
    };
    expect(await tryCandidate(shippedCandidate(), reloadTrial, breathe)).toEqual([]);
    expect(breaths).toBeGreaterThan(100);
  });

  it('names the law that does not hold, the line, and a value that shows it', async () => {
    const { mappings } = shippedCandidate();
    const resources = mappings.resources.filter(({ name }) => name === 'account').map(nullLogin);
    const candidate = { mappings: { ...mappings, resources }, fixtures: [] };
    const [reason] = await tryCandidate(candidate, reloadTrial, atOnce);
    expect(reason).toMatch(
      /^the law "conform" does not hold: login is not as v1 promises \(account\.yaml:\d+\); for example \[\{.*"login":null/,
    );
  });

  it('names the fixture that plays otherwise, what came and what was due', async () => {
    const { mappings, fixtures } = shippedCandidate();
    const [fixture] = fixtures;
    if (fixture === undefined) throw new Error('there are fixtures');
    const other = { ...fixture, gets: { status: 299, body: 'another' } };
    const candidate = { mappings: { ...mappings, resources: [] }, fixtures: [other] };
    expect(await tryCandidate(candidate, reloadTrial, atOnce)).toEqual([
      expect.stringMatching(
        /^fixtures\/account\.yaml:\d+: .*: answer is .*, not \{"status":299,"body":"another"\}$/,
      ),
    ]);
  });
});

describe('a breather', () => {
  it('gives way once a slice of work is done, and not before', async () => {
    let now = 0;
    let turns = 0;
    const breathe = createBreather({ now: () => now });
    const step = async (milliseconds: number) => {
      now += milliseconds;
      setImmediate(() => (turns += 1));
      const before = turns;
      await breathe();
      return turns > before;
    };
    expect(await step(9)).toBe(false);
    expect(await step(1)).toBe(true);
    expect(await step(9)).toBe(false);
    expect(await step(50)).toBe(true);
  });
});
