import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../support/fastCheck.ts';
import { isJsonObject, type Json } from '../../../src/contract/json.js';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf.js';
import { tryLaws } from '../../../src/proof/laws/tryLaws.js';
import { loadMappings } from '../../../src/mapping/compile/loadMappings.js';
import type { ResolvedResource } from '../../../src/mapping/compile/resolveFile.js';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const STATUS = '{ from: status, codec: capitalized }';
const UNIT = '{ duration: duration, unit: unit,';
/** A client must read back the values it may write, so a mirrored field cannot refuse values. */
const UNIT_MIRROR = '        delivery_time.unit: delivery_time.unit\n';
const UNMIRRORED = '      unmirrored:\n';

/** A shipped resource with some texts of its mapping replaced. */
function resourceWith(
  file: string,
  changes: readonly (readonly [from: string, to: string])[],
): ResolvedResource {
  const text = changes.reduce(
    (textBefore, [from, to]) => {
      if (!textBefore.includes(from)) throw new Error(`${file} does not hold ${from}`);
      return textBefore.replaceAll(from, to);
    },
    readFileSync(join(shippedFolder, file), 'utf8'),
  );
  writeFileSync(folder.path(file), text);
  const loaded = loadMappings(folder.path('.'));
  const resources = loaded.ok ? loaded.value.resources : [];
  const resource = resources.find(({ name }) => `${name}.yaml` === file);
  if (resource === undefined) throw new Error(JSON.stringify(loaded));
  return resource;
}

/** Any v2 object that the contract allows, with some members of its own choice. */
function v2With(resource: ResolvedResource, members: Readonly<Record<string, Json>>): Json {
  const [object] = fc.sample(arbitraryOf(resource.v2), 1);
  if (!isJsonObject(object)) throw new Error('a resource is an object');
  return { ...object, ...members };
}

const accountWith = (status: string) => resourceWith('account.yaml', [[STATUS, status]]);

describe('a rule on an enumeration', () => {
  it('passes on a value that v2 has not declared, unless it says otherwise', () => {
    for (const drift of ['', ', drift: warn']) {
      const account = accountWith(`{ from: status, codec: capitalized${drift} }`);
      const answer = account.answer.read({ data: v2With(account, { status: 'suspended' }) });
      expect(answer).toMatchObject({ ok: true, value: { data: { attributes: { status: 'Suspended' } } } });
    }
  });

  it('refuses the answer with `drift: fail`, and names the line, not the value', () => {
    const account = accountWith('{ from: status, codec: capitalized, drift: fail }');
    expect(account.answer.read({ data: v2With(account, { status: 'suspended' }) })).toEqual({
      ok: false,
      failure: {
        path: 'data.status',
        expected: 'capitalized',
        rule: expect.stringMatching(/^account\.yaml:\d+$/) as string,
      },
    });
    expect(account.answer.read({ data: v2With(account, { status: 'listed' }) })).toMatchObject({ ok: true });
  });

  it('keeps every law with `drift: fail`, even inside a picked object', () => {
    const account = accountWith('{ from: status, codec: capitalized, drift: fail }');
    expect(tryLaws(account, { runs: 50, seed: 1 })).toEqual([]);
    const offer = resourceWith('currency-offer.yaml', [
      [UNIT, '{ duration: duration, unit: { from: unit, drift: fail },'],
      [UNIT_MIRROR, ''],
      [UNMIRRORED, `${UNMIRRORED}        delivery_time.unit: a unit that is not declared is refused\n`],
    ]);
    expect(tryLaws(offer, { runs: 50, seed: 1 })).toEqual([]);
    const instant = { duration: 0, unit: 'moments', format: '', format_long: '', seconds: 0 };
    expect(offer.answer.read({ data: v2With(offer, { delivery_time: instant }) })).toMatchObject({
      failure: { path: 'data.delivery_time.unit' },
    });
  });
});
