import type { Json } from '../../../src/contract/json';
import { attributesOf } from '../../../src/proof/laws/law';
import { tryLaws } from '../../../src/proof/laws/tryLaws';
import type { ResolvedResource } from '../../../src/mapping/compile/resolveFile';
import { translationFrom } from '../../../src/mapping/translate/translateAnswer';
import { put, ticketMappings } from '../../mapping/support/ticketMapping';
import { repetitions } from '../../support/repetitions';

/** A list of objects with every kind of member that a list can pass on. */
const entry = {
  name: 'text',
  maker: { type: 'text', nullable: true },
  note: { type: 'text', optional: true },
  count: { type: 'integer', asText: true },
  weight: { type: 'number', asText: true },
  size: { fields: { unit: 'text', tags: { each: 'text' } } },
  rest: 'object',
  subparts: { each: { fields: { name: 'text', isSpare: 'boolean' } } },
};

const partsOf = (contract: string) => put(`contract.adds.${contract}.parts.each.fields`, entry);

function tickets(): ResolvedResource {
  const sides = ['v1.ticket', 'v2.ticket', 'v1.ticketUpdate', 'v2.ticketPatch'];
  const [resource] = ticketMappings(...sides.map(partsOf)).resources;
  if (resource === undefined) throw new Error('the ticket mapping has one resource');
  return resource;
}

const lawsBroken = (resource: ResolvedResource) =>
  tryLaws(resource, { runs: repetitions(60, 200), seed: 7 }).map(({ law, what }) => `${law}: ${what}`);

describe('the laws of a mapping with a list of objects', () => {
  it('are kept', () => {
    expect(lawsBroken(tickets())).toEqual([]);
  });

  it('find a member of an element that is passed on without a declaration', () => {
    const resource = tickets();
    const leaking = translationFrom((body) => {
      const { data } = body as { data: { parts: Json } };
      const attributes = { ...attributesOf(resource, data), parts: data.parts };
      return { ok: true, value: { data: { attributes } } };
    });
    expect(lawsBroken({ ...resource, answer: leaking })).toContainEqual(
      expect.stringMatching(/^stability: an unknown field shows/),
    );
  });
});
