import { explainTicket } from '../support/explainTicket.ts';
import { playTicket, ticketApi, type TicketExchange, ticketOpenApi } from '../support/ticketApi.ts';

const profileOf = (v1: string, v2 = 'laravel'): string =>
  `name: Tickets\nv1: { errors: ${v1} }\nv2: { errors: ${v2} }\n`;

const ownText = '{ message: reason, fields: faults, each: { name: at, text: why }, invalid: 400 }';
const write = { method: 'PATCH', path: '/v1/tickets/7', body: { lines: [{ label: 'Stage' }] } } as const;

async function play(profile: string, exchange: Partial<TicketExchange>) {
  const { status, headers, json } = await playTicket({ path: '/v1/tickets/7', v2: [], profile, ...exchange });
  return { status, type: headers['content-type'], json };
}

describe('an error of v2 whose style names no fields', () => {
  it('keeps its status and its text, however many other members it has', async () => {
    const v2 = [{ status: 400, body: { success: false, error: 'Bad lines.', code: 7 } }];
    const answered = await play(profileOf('laravel', '{ message: error, invalid: 400 }'), { v2 });
    expect([answered.status, answered.json]).toEqual([400, { message: 'Bad lines.' }]);
  });
});

describe('an error of the gateway', () => {
  it.each([
    ['laravel', 'application/json', { message: 'Resource not found.' }],
    [
      'problem',
      'application/problem+json',
      { title: 'Not Found', status: 404, detail: 'Resource not found.' },
    ],
    ['coded', 'application/json', { error: { code: 'not_found', message: 'Resource not found.' } }],
    [
      '{ style: coded, texts: { 404: No such ticket. }, codes: { 404: gone_astray } }',
      'application/json',
      { error: { code: 'gone_astray', message: 'No such ticket.' } },
    ],
    ['{ texts: { 404: No such ticket. } }', 'application/json', { message: 'No such ticket.' }],
    [
      '{ beside: { success: false } }',
      'application/json',
      { success: false, message: 'Resource not found.' },
    ],
    [ownText, 'application/json', { reason: 'Resource not found.' }],
  ])('is written in the v1 style %s', async (style, type, json) => {
    const v2 = [{ status: 404, body: {} }];
    expect(await play(profileOf(style), { v2 })).toEqual({ status: 404, type, json });
    // The same where no operation has been asked.
    expect(await play(profileOf(style), { path: '/v1/tickets' })).toMatchObject({ type });
  });

  it.each([
    [
      'problem',
      422,
      {
        title: 'Unprocessable Content',
        status: 422,
        detail: 'The lines.0.room field is required. (and 1 more error)',
        errors: [
          { detail: 'The lines.0.room field is required.', pointer: '#/lines/0/room' },
          { detail: 'The lines.0.steps field is required.', pointer: '#/lines/0/steps' },
        ],
      },
    ],
    [
      'coded',
      422,
      {
        error: {
          code: 'unprocessable_content',
          message: 'The lines.0.room field is required. (and 1 more error)',
          fields: {
            'lines.0.room': ['The lines.0.room field is required.'],
            'lines.0.steps': ['The lines.0.steps field is required.'],
          },
        },
      },
    ],
    [
      ownText,
      400,
      {
        reason: 'The lines.0.room field is required. (and 1 more error)',
        faults: [
          { why: 'The lines.0.room field is required.', at: 'lines.0.room' },
          { why: 'The lines.0.steps field is required.', at: 'lines.0.steps' },
        ],
      },
    ],
    ['{ message: message }', 422, { message: 'The lines.0.room field is required. (and 1 more error)' }],
  ])('names the invalid fields in the v1 style %s', async (style, status, json) => {
    expect(await play(profileOf(style), write)).toEqual({ status, type: expect.any(String) as string, json });
  });

  it('is explained as the client gets it', async () => {
    const mappings = ticketApi(undefined, undefined, profileOf('{ texts: { 404: No such ticket. } }'));
    const { answer } = await explainTicket('/v1/tickets/7', mappings, () => ({ status: 404, body: {} }));
    expect(answer).toMatchObject({ status: 404, problem: 'notFound', body: { message: 'No such ticket.' } });
  });

  it('is written in the style of v2 on the paths of v2', async () => {
    const v2 = [{ status: 404, body: { detail: 'No.' } }];
    const passed = await play(profileOf('coded', 'problem'), { path: '/v2/tickets/7', v2 });
    expect(passed.json).toEqual({ detail: 'No.' });
    const refused = await play(profileOf('coded', 'problem'), { path: '/v2/%2e%2e/x' });
    expect(refused.json).toMatchObject({ title: 'Bad Request', status: 400 });
  });
});

describe('an error of v2', () => {
  const body = { lines: [{ label: 'Stage', room: { name: 'Hall' }, steps: [] }] };
  const text = 'The positions.0.name field is odd.';
  it.each([
    ['laravel', 422, { message: text, errors: { 'positions.0.name': [text] } }],
    ['problem', 422, { detail: text, errors: [{ pointer: '#/positions/0/name', detail: text }] }],
    ['coded', 422, { error: { message: text, fields: { 'positions.0.name': text } } }],
    [ownText, 400, { reason: text, faults: [{ at: 'positions.0.name', why: text }] }],
  ])('written as %s comes back in the names and the style of v1', async (style, status, answered) => {
    const v2 = [{ status, body: answered }];
    expect(await play(profileOf('coded', style), { ...write, body, v2 })).toMatchObject({
      status: 422,
      json: {
        error: {
          message: 'The lines.0.label field is odd.',
          fields: { 'lines.0.label': ['The lines.0.label field is odd.'] },
        },
      },
    });
  });

  it('explains a refusal in the words of v2, which no text of the profile replaces', async () => {
    const v2 = [{ status: 409, body: { title: 'Conflict', detail: 'Someone was faster.' } }];
    const style = '{ style: coded, texts: { 409: Try later. } }';
    expect((await play(profileOf(style, 'problem'), { ...write, body, v2 })).json).toEqual({
      error: { code: 'conflict', message: 'Someone was faster.' },
    });
    const silent = [{ status: 409, body: { type: 'about:blank' } }];
    expect((await play(profileOf(style, 'problem'), { ...write, body, v2: silent })).json).toEqual({
      error: { code: 'conflict', message: 'Try later.' },
    });
  });

  it('explains itself from a place in a list, where v1 has no place to write', async () => {
    const style = '{ message: errors.0.title }';
    const v2 = [{ status: 409, body: { errors: [{ title: 'Someone was faster.' }] } }];
    expect((await play(profileOf('laravel', style), { ...write, body, v2 })).json).toEqual({
      message: 'Someone was faster.',
    });
    const read = () => ticketApi(undefined, undefined, profileOf(style));
    expect(read).toThrow(/only v2 can have a part of an error in a list[^]*\^/);
  });

  it.each(['no JSON', 7, null, []])('that is no object does not explain itself: %j', async (odd) => {
    const { status, json } = await play(profileOf('coded', 'problem'), { v2: [{ status: 404, body: odd }] });
    expect([status, json]).toEqual([404, { error: { code: 'not_found', message: 'Resource not found.' } }]);
  });
});

describe('the OpenAPI document of v1', () => {
  it('describes and shows errors as v1 writes them', () => {
    const document = ticketOpenApi(profileOf('problem'));
    expect(document).toMatchObject({
      components: {
        schemas: {
          Problem: { properties: { detail: { type: 'string' }, status: { type: 'integer' } } },
          ValidationProblem: {
            properties: { errors: { items: { properties: { pointer: { type: 'string' } } } } },
          },
        },
        responses: {
          '404-read-notFound': {
            content: {
              'application/problem+json': {
                examples: { notFound: { value: { detail: 'Resource not found.' } } },
              },
            },
          },
        },
      },
    });
    const coded = ticketOpenApi(profileOf('coded'));
    expect(coded).toMatchObject({
      components: {
        schemas: {
          ValidationProblem: {
            properties: {
              error: {
                properties: {
                  fields: { additionalProperties: { type: 'array', items: { type: 'string' } } },
                },
              },
            },
          },
        },
      },
    });
  });
});
