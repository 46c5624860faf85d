import express, { type RequestHandler } from 'express';
import type { CallerName } from '../cutover/callerNames';
import { reportLook, withNames } from '../comparison/report/comparisonReport';
import type { Account, Accounts } from '../comparison/keep/comparisonAccounts';
import type { Collection } from '../comparison/keep/collection';
import { answerAdminThrow, needToken } from '../http/admin/adminAccess';
import type { Recorded } from './recordingBuffer';

/** Options of createComparisonPages. */
export interface ComparisonPagesOptions {
  readonly collection: Pick<Collection, 'reportOf' | 'sample'>;
  readonly accounts: Pick<Accounts, 'of'>;
  readonly recorder: { readonly read: (after: number) => Recorded | Promise<Recorded> };
  readonly callerName: CallerName;
  /** Guards the recording, which contains values; undefined refuses to show it. */
  readonly token: string | undefined;
}

/** Body of `/accounts`: the outcomes of all served requests, by operation. */
const accountsPage = (accounts: ReadonlyMap<string, Account>): unknown => ({
  operations: Object.fromEntries(accounts),
});

/** Answers in the place of a comparison where there is no v1 to compare with. */
export const answerNoComparison: RequestHandler = (_request, response) => {
  const message = 'Nothing is compared: there is no v1. Set upstream.v1, and sunset, while v1 lives.';
  response.status(409).json({ message });
};

/** Serves the comparison on the admin port: report, accounts of all served requests, samples and recording. */
export function createComparisonPages(options: ComparisonPagesOptions): RequestHandler {
  const { collection, accounts, recorder, callerName, token } = options;
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/', async (request, response) => {
    const look = reportLook.safeParse(request.query);
    if (look.success) response.json(withNames(await collection.reportOf(look.data), callerName));
    else response.status(422).json({ message: 'since is an instant, budget a share from 0 to below 1.' });
  });
  router.get('/accounts', (_request, response) => void response.json(accountsPage(accounts.of())));
  router.get('/pairs/:id', async (request, response) => {
    const sample = await collection.sample(request.params.id);
    if (sample === undefined) response.status(404).json({ message: 'There is no sample of this request.' });
    else response.json(sample);
  });
  const withToken: RequestHandler =
    token === undefined
      ? (_request, response) => {
          response.status(403).json({ message: 'Set admin.token in the settings of the gateway first.' });
        }
      : needToken(token);
  router.get('/recording/:after', withToken, async (request, response) => {
    const after = Number(request.params['after']);
    if (Number.isSafeInteger(after) && after >= 0) response.json(await recorder.read(after));
    else response.status(404).json({ message: 'There is no such place.' });
  });
  router.use(answerAdminThrow(503, 'The store of the comparison cannot be read'));
  return router;
}
