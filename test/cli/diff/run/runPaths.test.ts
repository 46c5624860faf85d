import { allPaths } from '../../../../src/cli/diff/run/runPaths.js';
import { success } from '../../../../src/contract/result.js';
import { ticketApi } from '../../../mapping/support/ticketApi.ts';

describe('the paths that v1 lists itself', () => {
  it('are to be named in a file where each list is below another resource', async () => {
    const ofTickets = ticketApi()
      .resources.filter(({ name }) => name === 'comment')
      .map((resource) => ({
        ...resource,
        operations: resource.operations.filter(({ operation }) => operation.name === 'listCommentsOfTicket'),
      }));
    const read = () => Promise.resolve(success({ data: [] }));
    expect(await allPaths(ofTickets, read)).toEqual({
      ok: false,
      failure: 'no list of v1 is without path parameters: name reads with --paths FILE',
    });
  });
});
