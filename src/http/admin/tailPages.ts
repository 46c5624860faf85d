import express, { type RequestHandler } from 'express';
import { type CallerName, withName } from '../../cutover/callerNames';
import type { Tail, TailedRequest } from '../observability/requestTail';
import { answerAdminThrow } from './adminAccess';

/** Chooses requests: by resource, operation, caller (its name, or the beginning of its fingerprint), a status such as `404` or `5xx`, the side that answered. */
function isWanted(wanted: URLSearchParams): (request: TailedRequest & { readonly name?: string }) => boolean {
  const is = (name: string, value: string | undefined): boolean => {
    const asked = wanted.get(name);
    return asked === null || asked === value;
  };
  const status = (wanted.get('status') ?? '').replace(/xx$/, '');
  const caller = wanted.get('caller') ?? '';
  return (request) =>
    is('resource', request.resource) &&
    is('operation', request.operation) &&
    is('side', request.servedBy) &&
    String(request.status).startsWith(status) &&
    (request.name === caller || (request.caller ?? '').startsWith(caller));
}

/** Shows a tail on the admin port, e.g. `/tail/0?resource=account&status=5xx`, and then from where the answer ended. */
export function createTailPages(
  { read }: Pick<Tail, 'read'>,
  callerName: CallerName = () => undefined,
): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/:after', async (request, response) => {
    const after = Number(request.params.after);
    if (!Number.isSafeInteger(after) || after < 0) {
      response.status(404).json({ message: 'There is no such place.' });
      return;
    }
    const tailed = await read(after);
    const wanted = new URLSearchParams(request.url.split('?')[1] ?? '');
    response.setHeader('cache-control', 'no-store');
    const requests = tailed.requests.map((one) => withName(one, one.caller, callerName));
    response.json({ ...tailed, requests: requests.filter(isWanted(wanted)) });
  });
  router.use(answerAdminThrow(500, 'The requests cannot be read'));
  return router;
}
