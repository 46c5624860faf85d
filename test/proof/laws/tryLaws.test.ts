import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json.js';
import { success } from '../../../src/contract/result.js';
import { type BrokenLaw, tryLaws } from '../../../src/proof/laws/tryLaws.js';
import type { ResolvedResource } from '../../../src/mapping/compile/resolveFile.js';
import type { AttributeRule } from '../../../src/mapping/translate/translationRule.js';
import { translationFrom, translateAnswer } from '../../../src/mapping/translate/translateAnswer.js';
import { put, ticketMappings } from '../../mapping/support/ticketMapping.ts';
import { repetitions } from '../../support/repetitions.ts';
import { shippedResource } from '../../support/shipped.ts';

const offers = shippedResource('currency-offer');
const accounts = shippedResource('account');

function withRule(resource: ResolvedResource, name: string, change: (rule: AttributeRule) => AttributeRule) {
  const rules = resource.rules.map((rule) => (rule.name === name ? change(rule) : rule));
  const envelope = { type: 'any', id: 'id', codec: resource.envelope.codec, place: 'any' };
  return { ...resource, rules, answer: translateAnswer(envelope, rules) };
}

function withAttributes(
  resource: ResolvedResource,
  change: (attributes: JsonObject, data: JsonObject) => JsonObject,
): ResolvedResource {
  return {
    ...resource,
    answer: translationFrom((body) => {
      const answer = resource.answer.read(body);
      if (!answer.ok || !isJsonObject(body) || !isJsonObject(body['data'])) return answer;
      const { data } = answer.value;
      const attributes = isJsonObject(data) && isJsonObject(data['attributes']) ? data['attributes'] : {};
      return { ok: true, value: { data: { attributes: change(attributes, body['data']) } } };
    }),
  };
}

function withBody(resource: ResolvedResource, change: (sent: JsonObject) => JsonObject): ResolvedResource {
  const operations = resource.operations.map((resolved) => ({
    ...resolved,
    operation: {
      ...resolved.operation,
      body: (body: Json) => {
        const written = resolved.operation.body?.(body);
        if (written === undefined) throw new Error('the operation takes a body');
        if (!written.ok) return written;
        return success({ ...written.value, json: change(written.value.json ?? {}) });
      },
    },
  }));
  return { ...resource, operations };
}

const namesOf = (broken: readonly BrokenLaw[]): string[] => [...new Set(broken.map(({ law }) => law))];
const tried = (resource: ResolvedResource) => tryLaws(resource, { runs: repetitions(10, 30), seed: 7 });

describe('the laws', () => {
  it('find a null that v1 does not allow, and shrink the value to the smallest that shows it', () => {
    const broken = tried(
      withRule(accounts, 'login', (rule) => ({ ...rule, onNull: { kind: 'pass' } }) as AttributeRule),
    );
    expect(namesOf(broken)).toContain('conform');
    expect(broken[0]?.what).toMatch(/^login is not as v1 promises \(account\.yaml:\d+\)$/);
    expect(broken[0]).toMatchObject({
      counterexample: [{ credentials: { login: null } }],
      place: expect.stringMatching(/^account\.yaml:\d+$/) as string,
      exhibits: { 'v2 object': { credentials: { login: null } }, 'v1 object': { login: null } },
    });
  });

  it('find a codec that does not write back what it read', () => {
    const broken = tried(
      withRule(offers, 'price', (rule) =>
        rule.kind === 'value' ? { ...rule, codec: { ...rule.codec, write: () => '1' } } : rule,
      ),
    );
    expect(namesOf(broken)).toEqual(['inverse']);
  });

  it('find an attribute that follows a field without a declaration in its rule', () => {
    const broken = tried(
      withAttributes(offers, (attributes, data) => ({ ...attributes, stock: data['views'] ?? 0 })),
    );
    expect(namesOf(broken)).toContain('isolation');
    expect(Object.keys(broken.find(({ law }) => law === 'isolation')?.exhibits ?? {})).toEqual([
      'v2 object',
      'v1 object',
      'v2 object, changed',
      'v1 object, changed',
    ]);
  });

  it('find an unknown v2 field that appears in v1', () => {
    const broken = tried(
      withAttributes(offers, (attributes, data) => ({
        ...attributes,
        title: String(Object.keys(data).length),
      })),
    );
    expect(namesOf(broken)).toContain('stability');
  });

  it('find an answer that is refused for an unneeded field', () => {
    const title = (rule: AttributeRule) =>
      rule.kind === 'value' ? { ...rule, onAbsent: { kind: 'refuse' as const } } : rule;
    const broken = tried(withRule(offers, 'title', title));
    expect(namesOf(broken)).toEqual(['need']);
    expect(broken[0]?.what).toMatch(/^title refuses the answer, and nothing needs it/);
  });

  it('find a needed value that is invented', () => {
    const stock = (rule: AttributeRule) =>
      rule.kind === 'value' ? { ...rule, onAbsent: { kind: 'blank' as const, value: null } } : rule;
    const broken = tried(withRule(offers, 'stock', stock));
    expect(namesOf(broken)).toEqual(['need']);
    expect(broken[0]?.what).toMatch(/^stock is needed and is made up/);
  });

  it('find a translation that throws', () => {
    const broken = tried({
      ...offers,
      answer: translationFrom((body) => {
        if (!isJsonObject(body)) throw new Error('no object');
        return offers.answer.read(body);
      }),
    });
    expect(namesOf(broken)).toEqual(['totality']);
  });

  it('find a secret in an attribute that is not secret', () => {
    const broken = tried(
      withAttributes(accounts, (attributes, data) => ({
        ...attributes,
        title: isJsonObject(data['credentials']) ? (data['credentials']['password'] ?? '') : '',
      })),
    );
    expect(namesOf(broken)).toContain('containment');
  });

  it('find a member that the client did not send', () => {
    const broken = tried(withBody(offers, (sent) => ({ ...sent, external_id: 'invented' })));
    expect(namesOf(broken)).toEqual(['sparse']);
  });

  it('find a value that does not survive being written and read back', () => {
    const broken = tried(withBody(offers, (sent) => ({ ...sent, stock: sent['stock'] === 0 ? 1 : 0 })));
    expect(namesOf(broken)).toEqual(['mirror']);
    expect(broken[0]).toMatchObject({
      place: expect.stringMatching(/^currency-offer\.yaml:\d+$/) as string,
      exhibits: {
        'v1 request': { stock: 0 },
        'v2 request': { stock: 1 },
        'v2 object': { stock: 1 },
        'v1 object': { stock: 1 },
      },
    });
  });

  it('find an error with a v2 name', () => {
    const operations = offers.operations.map((resolved) => ({
      ...resolved,
      operation: {
        ...resolved.operation,
        refusal:
          accounts.operations[0]?.operation.refusal ??
          (() => {
            throw new Error();
          }),
      },
      body: resolved.body && {
        ...resolved.body,
        rules: resolved.body.rules.map((rule) =>
          rule.name === 'game' ? { ...rule, target: ['game_id'] } : rule,
        ),
      },
    }));
    const broken = tryLaws({ ...offers, operations } as ResolvedResource, {
      runs: repetitions(10, 20),
      seed: 7,
    });
    expect(namesOf(broken)).toContain('error inverse');
  });
});

/** A list of objects with every kind of member that a list can pass on. */
const partCase = {
  name: 'text',
  maker: { type: 'text', nullable: true },
  note: { type: 'text', optional: true },
  count: { type: 'integer', asText: true },
  weight: { type: 'number', asText: true },
  size: { fields: { unit: 'text', tags: { each: 'text' } } },
  rest: 'object',
  subparts: { each: { fields: { name: 'text', isSpare: 'boolean' } } },
};

describe('the laws of a mapping with a list of objects', () => {
  const answered = { ...partCase, count: 'integer', weight: 'number' };
  const edits = Object.entries({
    'v1.ticket': answered,
    'v2.ticket': answered,
    'v1.ticketUpdate': partCase,
    'v2.ticketPatch': partCase,
  }).map(([contract, fields]) => put(`contract.adds.${contract}.parts.each.fields`, fields));
  const resource = ticketMappings(...edits).resources[0] ?? offers;
  const lawsBroken = (subject: ResolvedResource) =>
    tryLaws(subject, { runs: repetitions(60, 200), seed: 7 }).map(({ law, what }) => `${law}: ${what}`);

  it('are kept', () => expect(lawsBroken(resource)).toEqual([]));

  it('find a member of an element that is passed on without a declaration', () => {
    const leaking = withAttributes(resource, (attributes, data) => ({ ...attributes, parts: data['parts'] }));
    expect(lawsBroken(leaking)).toContainEqual(expect.stringMatching(/^stability: an unknown field shows/));
  });
});
