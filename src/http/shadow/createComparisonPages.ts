import express, { type RequestHandler } from 'express';
import type { Account, Accounts } from '../../comparison/createAccounts';
import type { Collection } from '../../comparison/createCollection';

/** What the pages are made of. */
export interface ComparisonPagesOptions {
  readonly collection: Pick<Collection, 'report' | 'sample'>;
  readonly accounts: Pick<Accounts, 'of'>;
}

/** What became of every served request, by operation. */
const accountsPage = (accounts: ReadonlyMap<string, Account>): unknown => ({
  operations: Object.fromEntries(accounts),
});

/** The comparison on the admin port: its report, the account of every served request, and single samples. */
export function createComparisonPages({ collection, accounts }: ComparisonPagesOptions): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/', (_request, response) => void response.json(collection.report()));
  router.get('/accounts', (_request, response) => void response.json(accountsPage(accounts.of())));
  router.get('/pairs/:id', async (request, response) => {
    const sample = await collection.sample(request.params.id);
    if (sample === undefined) response.status(404).json({ message: 'There is no sample of this request.' });
    else response.json(sample);
  });
  const failed: express.ErrorRequestHandler = (_error, _request, response, _next) => {
    response.status(503).json({ message: 'The store of the comparison cannot be read.' });
  };
  router.use(failed);
  return router;
}
