import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRulesFile, rulesFileOf } from '../../src/runtime/inputFiles.js';
import { createCompare } from '../../src/comparison/compare/compareAnswers.js';
import { isJsonObject, type Json } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { writeJson } from '../../src/mapping/translate/exactJson.js';
import { sandboxPairs } from '../proof/learn/support/sandboxPairs.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { shipped, shippedFolder, shippedResource } from '../support/shipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const names = shipped().operations.map(({ name }) => name);
const rules = readRulesFile(rulesFileOf(shippedFolder), names, { colour: false });

const listed = (body: Json): readonly Json[] =>
  isJsonObject(body) && Array.isArray(body['data']) ? body['data'] : [];

describe('the agreed differences in the folder of the mappings', () => {
  let sandbox: Sandbox;
  const folder = temporaryFolder();
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 100 });
  });
  afterAll(() => sandbox.close());

  /** Returns all differences reported for a list, v2 translated item by item. */
  async function differences(
    resource: string,
    v1: string,
    v2: string,
    agreed: boolean,
  ): Promise<readonly string[]> {
    const { answer } = shippedResource(resource);
    const compare = createCompare({
      rules: agreed && rules.ok ? rules.value : [],
      now: () => Date.UTC(2025, 10, 1),
    });
    const seenAnswer = (data: readonly (Json | undefined)[]) => ({
      status: 200,
      headers: {},
      body: writeJson({ data: data.map((value) => value ?? null) }),
    });
    const pairs = await sandboxPairs(sandbox, v1, v2, 2);
    const paths = pairs.flatMap((pair) => {
      const translated = listed(pair.v2).map((item) => {
        const read = answer.read({ data: item });
        return read.ok ? read.value['data'] : undefined;
      });
      const compared = compare(seenAnswer(listed(pair.v1)), seenAnswer(translated), 'list');
      return compared.ok ? compared.differences.map(({ path }) => path) : [compared.reason];
    });
    return [...new Set(paths)].sort();
  }

  it('are exactly the values that the shipped mapping of accounts cannot make from v2', async () => {
    const accounts = ['account', 'accounts?with_data=1', 'account-offers'] as const;
    expect(await differences(...accounts, true)).toEqual([]);
    expect(await differences(...accounts, false)).toEqual(
      ['is_discounted', 'is_featured', 'is_rare', 'sold_at', 'trend_score'].map(
        (name) => `data.[].attributes.${name}`,
      ),
    );
  });

  it('are empty for currency offers', async () => {
    expect(await differences('currency-offer', 'currency-offers', 'currency-offers', false)).toEqual([]);
  });

  it('are empty without the file', () => {
    const mappings = folder.path('mappings');
    expect(rulesFileOf(mappings)).toBeUndefined();
    const file = join(mappings, 'comparison', 'ignore.yaml');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'ignore: []\n');
    expect(rulesFileOf(mappings)).toBe(file);
  });
});

const folder = temporaryFolder();
const plain = { colour: false };

describe('the file of agreed differences', () => {
  it('is refused with position and reason, or because it does not exist', () => {
    const file = folder.path('agreed.yaml');
    writeFileSync(file, 'ignore:\n  - { path: a, comparator: ignore, reason: r, owner: o }\n');
    const broken = readRulesFile(file, [], plain);
    expect(broken.ok ? '' : broken.failure.join('\n')).toContain(`${file}:2`);
    const absent = readRulesFile(folder.path('none.yaml'), [], plain);
    expect(absent.ok ? '' : absent.failure.join('\n')).toContain('comparison.rules: ');
    expect(readRulesFile(undefined, [], plain)).toEqual({ ok: true, value: [] });
  });
});
