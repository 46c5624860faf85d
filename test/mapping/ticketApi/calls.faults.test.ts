import { ticketApiFaults } from '../support/ticketApi.ts';

describe('a further call in a mapping file', () => {
  const inList = '    v2: GET /v2/incidents\n';
  const calls = (entry: string) => `${inList}    calls: { ${entry} }\n`;
  const valid = 'v2: GET /v2/x, contract: user, evidence: { path: spec, success: spec }';
  it.each([
    [
      'another method than GET',
      'v2: GET /v2/users',
      'v2: POST /v2/users',
      'v2: is not a route such as `GET /v2/offers/{id}`',
    ],
    ['a field that v2 has not', 'field: owner_id', 'field: owner_ids', 'did you mean "owner_id"?'],
    ['a v1 parameter that is not there', 'field: owner_id', 'from: projekt', 'did you mean "project"?'],
    ['a field of another call', 'field: owner_id', 'field: calls.project.ref', 'v2 has no calls.project.ref'],
    [
      'a parameter that its path has not',
      'user: { field',
      'users: { field',
      'there is no path parameter {users} for this',
    ],
    [
      'a path parameter that nothing fills',
      'GET /v2/projects/{project}',
      'GET /v2/projects/{projekt}',
      'the v1 path has no parameter {projekt}',
    ],
    [
      'a field that no path can show',
      'owner_id: { type: integer',
      'owner_id: { type: boolean',
      'is no integer or text that a path may show',
    ],
    [
      'a secret in its path',
      'owner_id: { type: integer',
      'owner_id: { secret: true, type: integer',
      'that a path may show',
    ],
    [
      'a field that may be null and no word for that',
      '        onAbsent: omit\n',
      '',
      'owner_id may be null, and nothing says what becomes of owner then',
    ],
    ['an id that its answer has not', 'id: ref', 'id: refs', 'did you mean "ref"?'],
    ['a contract that is not there', 'contract: user\n', 'contract: users\n', 'did you mean "user"?'],
    [
      'a name that is no path',
      '      owner: #',
      '      owner-1: #',
      'takes one to 4 calls, each by a name of letters',
    ],
    [
      'five calls in one operation',
      inList,
      calls([1, 2, 3, 4, 5].map((number) => `x${number}: { ${valid} }`).join(', ')),
      'one to 4',
    ],
    [
      'an operation that answers with a list',
      inList,
      calls(`owner: { ${valid} }`),
      'only a read that answers with one resource',
    ],
    [
      'one name for two contracts',
      inList,
      calls(`project: { ${valid} }`),
      'project has the contract user in another operation',
    ],
    [
      'a field of v2 that has its name',
      'reporter_id: integer',
      'calls: text, reporter_id: integer',
      'v2 has a field calls itself',
    ],
    [
      'a field that is neither read nor dropped',
      '  calls.owner.id: v1 has no ids of users\n',
      '',
      'v2 field calls.owner.id is neither used nor dropped',
    ],
    [
      'a rule that does not say what stands in',
      'label, onAbsent: omit }',
      'label }',
      'the source of project may be absent',
    ],
    [
      'a rule that reads what the call has not',
      'calls.project.label,',
      'calls.project.lable,',
      'did you mean "calls.project.label"?',
    ],
  ])('is a fault with %s', (_, from, to, message) => {
    const faults = ticketApiFaults(from, to).join('\n');
    expect(faults).toContain(message);
    expect(faults).toContain('^');
  });

  it('may take the only use of a parameter of the v1 path', () => {
    expect(
      ticketApiFaults('path: { user: { field: owner_id } }', 'path: { user: { from: project } }'),
    ).toEqual([expect.stringContaining('v2 field owner_id is neither used nor dropped')]);
  });
});
