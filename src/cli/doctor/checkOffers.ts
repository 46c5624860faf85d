import type { About } from './about';
import type { CountedOffers } from './countOffers';
import type { Finding } from './finding';

/** What the offers of a list mean for lookups by login. */
export function checkOffers(counted: CountedOffers, says: About): Finding[] {
  const { outcome, offers, total, pages, unkeyed, duplicates } = counted;
  const read = outcome.ok ? `all ${offers}` : `${offers} of ${total}`;
  const findings: Finding[] = [];
  if (!outcome.ok) {
    const { code, detail = '' } = outcome.failure;
    findings.push(
      says.warning(
        `the list was read to offer ${offers} of ${total}: ${code} ${detail}`.trimEnd(),
        'a login that is not found yet is answered 503 until the list has been read through; see index.pageBudget',
      ),
    );
  }
  if (unkeyed > 0) {
    findings.push(
      says.warning(
        `${unkeyed} of ${offers} offers have no login (offers of the new form): v1 cannot find them by one`,
        'ask for them by id: GET /v1/accounts/{id}',
      ),
    );
  }
  if (duplicates > 0) {
    findings.push(
      says.warning(
        `${duplicates} of ${offers} offers share their login with another: the listed one wins, then the newest`,
        'archive the ones that are not meant',
      ),
    );
  }
  return [
    says.ok(`${read} offers read on ${pages} pages, ${offers - unkeyed} of them can be found by login`),
    ...findings,
  ];
}
