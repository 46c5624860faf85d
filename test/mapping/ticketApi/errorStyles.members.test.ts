import { playTicket, ticketApi, ticketOpenApi } from '../support/ticketApi.ts';

const profileOf = (v1: string): string => `name: Tickets\nv1: { errors: ${v1} }\nv2: {}\n`;

describe('the title of an error', () => {
  it.each([
    [406, 'Not Acceptable'],
    [413, 'Content Too Large'],
    [422, 'Unprocessable Content'],
    [451, 'Unavailable For Legal Reasons'],
  ])('is that of its status %d: %s', (status, title) => {
    const { wire } = ticketApi(undefined, undefined, profileOf('problem'));
    const { body } = wire.writeForm('v1', { status, body: '{"message":"No."}' });
    expect(JSON.parse(body)).toEqual({ title, status, detail: 'No.' });
  });
});

describe('an error with members beside its text', () => {
  const entry =
    '{ style: coded, requestId: error.trace, beside: { success: false, error: { docs: /help } } }';
  const profile = profileOf(entry);
  const v2 = [{ status: 404, body: {} }];

  it('has those that are always the same, and the id of the request', async () => {
    for (const path of ['/v1/tickets/7', '/v1/tickets/x']) {
      const { json, headers } = await playTicket({ path, v2, profile });
      const error = { code: 'not_found', message: 'Resource not found.', docs: '/help' };
      expect(json).toEqual({ success: false, error: { ...error, trace: headers['x-request-id'] } });
    }
  });

  it('is the same error under another id, and another one without what is always the same', () => {
    const { wire } = ticketApi(undefined, undefined, profile);
    const shown = { success: false, error: { docs: '/help', code: 'not_found', message: 'None.' } };
    const heard = (body: object) =>
      JSON.parse(wire.readForm('v1', { status: 404, body: JSON.stringify(body) }).body) as unknown;
    const traced = { ...shown, error: { ...shown.error, trace: 'a' } };
    expect(heard(traced)).toEqual(heard(shown));
    expect(heard({ ...shown, success: true })).not.toEqual(heard(shown));
  });

  it('is described by the OpenAPI document of v1', () => {
    const error = { properties: { docs: { type: 'string' }, trace: { type: 'string' } } };
    const properties = { success: { type: 'boolean' }, error };
    const schemas = { Problem: { properties }, ValidationProblem: { properties } };
    expect(ticketOpenApi(profile)).toMatchObject({ components: { schemas } });
  });
});
