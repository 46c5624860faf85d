import type { Sample } from '../../../src/comparison/keep/keptSample.js';
import { listColumnRows } from '../../../src/comparison/report/pairColumns.js';
import { createOriginsFinder } from '../../../src/mapping/explain/origins.js';
import { ticketApi } from '../../mapping/support/ticketApi.ts';

const answer = (data: object) => ({ status: 200, body: JSON.stringify({ data }) });
const attributes = { subject: 'Leak', project: 'North', owner: { name: 'Ada', mail: 'ada@x.example' } };
const shown = answer({ id: '7', type: 'incidents', attributes });
const incident = answer({ id: 7, title: 'Leak', owner_id: 31, reporter_id: 8 });
const owner = answer({ id: 31, name: 'Ada', email: 'ada@x.example', title: 'Dr' });
const project = answer({ ref: 'north', label: 'North' });

const { resources, wire } = ticketApi();
const origins = createOriginsFinder(resources);
const isAgreed = () => false;

/** The place and the value of v2 beside a place of v1, for these answers of v2 in their order. */
function besides(at: string, raw: Sample['raw']) {
  const ofPair = { id: 'a', at: 1, resource: 'incident', operation: 'getIncident' };
  const pair: Sample = { ...ofPair, v1: shown, v2: shown, raw };
  const row = listColumnRows(pair, { origins, isAgreed, wire }).find((column) => column.at === at);
  return [row?.source, row?.raw];
}

describe('a pair whose answer several reads of v2 make', () => {
  it.each([
    ['the first answer', 'data.attributes.subject', 'data.title', '"Leak"'],
    ['a further answer', 'data.attributes.owner.mail', 'calls.owner.email', '"ada@x.example"'],
    ['another further answer', 'data.attributes.project', 'calls.project.label', '"North"'],
  ])('shows beside a value of %s the one of that answer, in any order', (_, at, source, value) => {
    expect(besides(at, [incident, owner, project])).toEqual([source, value]);
    expect(besides(at, [project, owner, incident])).toEqual([source, value]);
  });

  it('shows none where two answers have a value at that place', () => {
    const raw = [incident, owner, { ...owner, body: owner.body.replace('ada@', 'eve@') }];
    expect(besides('data.attributes.owner.mail', raw)).toEqual(['calls.owner.email', undefined]);
  });

  it('knows the first answer by the stand-in of its id', () => {
    const masked = (body: string, standIn: string) => ({
      status: 200,
      body: body.replace(/"?7"?,/, `"${standIn}",`),
    });
    const pair = {
      ...{ id: 'a', at: 1, resource: 'incident', operation: 'getIncident', v1: shown },
      v2: masked(shown.body, '(text of 1 #0123abcd)'),
      raw: [masked(incident.body, '(value #0123abcd)'), owner],
    };
    const rows = listColumnRows(pair, { origins, isAgreed, wire });
    expect(rows.find(({ at }) => at === 'data.attributes.subject')?.raw).toBe('"Leak"');
  });
});

describe('a pair whose v2 writes a resource as its whole body', () => {
  it('shows beside a value the one of v2 itself', () => {
    const bare = ticketApi(undefined, undefined, "name: Tickets\nv1: {}\nv2: { one: '' }\n");
    const whole = ({ status, body }: typeof incident) => ({
      status,
      body: JSON.stringify((JSON.parse(body) as { data: object }).data),
    });
    const ofPair = { id: 'a', at: 1, resource: 'incident', operation: 'getIncident', v1: shown, v2: shown };
    const pair = { ...ofPair, raw: [incident, owner].map(whole) };
    const rows = listColumnRows(pair, { origins, isAgreed, wire: bare.wire });
    const besideIt = (at: string) => rows.find((row) => row.at === at)?.raw;
    expect(besideIt('data.attributes.subject')).toBe('"Leak"');
    expect(besideIt('data.attributes.owner.mail')).toBe('"ada@x.example"');
  });
});
