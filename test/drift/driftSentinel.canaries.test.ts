import { type Arbitrary, fc } from '../support/fastCheck.ts';
import type { Field } from '../../src/contract/field.js';
import { isJsonObject, type Json } from '../../src/contract/json.js';
import { createSentinel } from '../../src/drift/driftSentinel.js';
import { arbitraryOf } from '../../src/proof/laws/arbitraryOf.js';
import { withValueAt } from '../../src/mapping/translate/translationRule.js';
import { leafPaths, sourcePath } from '../../src/mapping/compile/sourcePath.js';
import { shipped } from '../support/shipped.ts';

const CANARY = 'canary7f3a91';

/** Everything that a canary can sit in: as it is, inside something new, as the name of something new. */
const cages: Json[] = [CANARY, [CANARY], { [CANARY]: CANARY }, { nested: { deeper: [CANARY] } }];

/** Every place but the enumerations, whose new words are shown on purpose. */
function places(v2: Field): readonly string[] {
  return leafPaths(v2).filter((path) => {
    const source = sourcePath(v2, path);
    return !('field' in source && source.field.kind === 'text' && source.field.known !== undefined);
  });
}

/** A v2 object with a canary at one place, whatever type belongs there, and in a new member. */
function withCanary(v2: Field): Arbitrary<Json> {
  return fc
    .tuple(arbitraryOf(v2), fc.constantFrom(...places(v2)), fc.constantFrom(...cages))
    .map(([object, path, cage]) => {
      const steps = path.split('.').map((name) => ({ name }));
      const changed = withValueAt(object, steps, cage);
      return isJsonObject(changed) ? { ...changed, extra: { [CANARY]: CANARY }, more: [CANARY] } : changed;
    });
}

describe.each(shipped().resources.map((resource) => [resource.name, resource.v2] as const))(
  'the shapes of v2 in %s',
  (_, v2) => {
    it('hold no secret and no ordinary text, in any type', () => {
      const findings: unknown[] = [];
      const sentinel = createSentinel({ now: () => 0, notify: (finding) => findings.push(finding) });
      sentinel.replaceSubjects([
        { endpoint: 'GET /v2/things/{thing}', at: 'data', field: v2, effectAt: () => () => 'passed' },
      ]);
      fc.assert(
        fc.property(withCanary(v2), (data) => sentinel.observeAnswer('GET /v2/things/{thing}', { data })),
        { numRuns: 2000 },
      );
      const keptText = JSON.stringify([findings, sentinel.report()]);
      expect(findings.length).toBeGreaterThan(20);
      expect(keptText).toContain('data.extra');
      expect(keptText).not.toContain(CANARY);
    });
  },
);
