import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { readJsonBytes } from '../../gateway/requestBody';
import type { UpstreamAnswer } from '../../gateway/upstream';
import type { Operation } from '../../mapping/compile/compiledOperation';
import { type CheckRun, error, fine, warning } from './doctorFindings';
import type { Service } from './examineService';

/** An identifier that no thing has. */
const NOBODY = '999999999999999';

const bodyOf = ({ body }: UpstreamAnswer): Json | undefined => {
  const read = readJsonBytes(body, 'drop');
  return read.ok ? read.value : undefined;
};

const readsOne = ({ v1, v2, lookup }: Operation): boolean =>
  v2.method === 'GET' &&
  /^[^{}]+\/\{\w+\}$/.test(v2.template) &&
  (lookup !== undefined || v1.parameters.some(({ type }) => type === 'integer'));

/** Collects the operations that read one thing by its id, one for each v2 endpoint. */
export function readsById(operations: readonly Operation[]): readonly Operation[] {
  const reads = operations.filter(readsOne);
  return [...new Map(reads.map((operation) => [operation.v2.template, operation])).values()];
}

async function* probeMissing(service: Service, key: string, { v2 }: Operation): CheckRun {
  const outcome = await service.read(v2.template.replace(/\{\w+\}$/, NOBODY), key);
  if (!outcome.ok) return yield error(`no complete answer (${outcome.failure.kind})`, 'run this again');
  const body = bodyOf(outcome.value);
  const { status } = outcome.value;
  if (status === 404 && isJsonObject(body) && typeof body['message'] === 'string') return;
  yield warning(
    `what does not exist is answered ${status}${status === 404 ? ' without a message' : ', not 404'}`,
    'v1 clients get what the table of problems makes of it: see src/gateway/receiveAnswer.ts',
  );
}

/** Finds an id that the list of an operation shows. */
async function someId(service: Service, key: string, listPath: string, { answer }: Operation) {
  const list = await service.read(`${listPath}?page=1&per_page=1`, key);
  const data = list.ok && list.value.status === 200 ? dataOf(bodyOf(list.value)) : undefined;
  return Array.isArray(data) ? answer.id?.read(data[0]) : undefined;
}

async function* probePresent(service: Service, key: string, operation: Operation): CheckRun {
  const { v2, answer } = operation;
  const listPath = v2.template.replace(/\/\{\w+\}$/, '');
  const id = await someId(service, key, listPath, operation);
  if (id === undefined)
    return yield warning(`${listPath} names none to read`, 'run this again once there is one');
  const outcome = await service.read(v2.template.replace(/\{\w+\}$/, id), key);
  if (!outcome.ok) return yield error(`no complete answer (${outcome.failure.kind})`, 'run this again');
  const { status } = outcome.value;
  if (status !== 200)
    return yield error(
      `answered ${status}, not 200`,
      'v1 clients are answered 502 unless it holds the answer',
    );
  const body = bodyOf(outcome.value);
  const read = body === undefined ? undefined : answer.read(body);
  if (read?.ok === true) return;
  const path = read === undefined ? 'the body' : read.failure.path;
  yield error(
    `${path} does not fit the contract: v1 clients are answered 502`,
    'compare it with src/contract/v2, and the mapping with it',
  );
}

/** Reads one thing that exists and one that does not, as an operation would. */
export async function* probeRead(service: Service, key: string, operation: Operation): CheckRun {
  let isFine = true;
  for (const probe of [probePresent, probeMissing])
    for await (const said of probe(service, key, operation)) {
      isFine = false;
      yield said;
    }
  if (isFine) yield fine('reads as the mapping relies on, and answers 404 for what is not there');
}
