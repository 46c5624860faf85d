import { fuzz } from './fuzz.ts';
import { repetitions } from '../support/repetitions.ts';

/** `npm run games -- fuzz` sends a million. */
const CASES = repetitions(600, 2_400);

describe('the gateway under requests broken in hundreds of ways', () => {
  it('answers no 5xx, sends no second request upstream and no path outside its template', async () => {
    const { statuses, upstreamRequests, faults } = await fuzz({ first: 1, cases: CASES, lanes: 24 });
    expect(faults).toEqual([]);
    // Both what is refused and what is not has been tried.
    expect(statuses.get(200)).toBeGreaterThan(CASES / 20);
    expect(statuses.get(400)).toBeGreaterThan(CASES / 5);
    expect(upstreamRequests).toBeGreaterThan(CASES / 10);
  });
});
