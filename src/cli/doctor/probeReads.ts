import type { Operation } from '../../mapping/compile/compiledOperation';
import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { readJsonBytes } from '../../gateway/requestBody';
import type { UpstreamAnswer } from '../../gateway/upstream';
import type { Finding, FindingMaker } from './doctorFindings';
import type { Service } from './examineService';

/** An identifier that no thing has. */
const NOBODY = '999999999999999';

const bodyOf = ({ body }: UpstreamAnswer): Json | undefined => {
  const read = readJsonBytes(body, 'drop');
  return read.ok ? read.value : undefined;
};

/** Returns the path of the list with the things that a read by id returns: the path without its last segment. */
const listOf = ({ v2 }: Operation): string => v2.template.replace(/\/\{\w+\}$/, '');

const readsOne = ({ v1, v2, lookup }: Operation): boolean =>
  v2.method === 'GET' &&
  /^[^{}]+\/\{\w+\}$/.test(v2.template) &&
  (lookup !== undefined || v1.parameters.some(({ type }) => type === 'integer'));

/** Collects the operations that read one thing by its id, one for each v2 endpoint. */
export function readsById(operations: readonly Operation[]): readonly Operation[] {
  const reads = operations.filter(readsOne);
  return [...new Map(reads.map((operation) => [operation.v2.template, operation])).values()];
}

async function someId(service: Service, key: string, operation: Operation): Promise<string | undefined> {
  const list = await service.read(`${listOf(operation)}?page=1&per_page=1`, key);
  if (!list.ok || list.value.status !== 200) return undefined;
  const body = bodyOf(list.value);
  const data = dataOf(body);
  const [firstRow] = Array.isArray(data) ? data : [];
  return operation.answer.id?.read(firstRow);
}

const pathOf = ({ v2 }: Operation, id: string): string => v2.template.replace(/\{\w+\}$/, id);

async function probeMissing(
  service: Service,
  key: string,
  operation: Operation,
  says: FindingMaker,
): Promise<Finding[]> {
  const outcome = await service.read(pathOf(operation, NOBODY), key);
  if (!outcome.ok) return [says.error(`no complete answer (${outcome.failure.kind})`, 'run this again')];
  const body = bodyOf(outcome.value);
  const { status } = outcome.value;
  if (status === 404 && isJsonObject(body) && typeof body['message'] === 'string') return [];
  return [
    says.warning(
      `what does not exist is answered ${status}${status === 404 ? ' without a message' : ', not 404'}`,
      'v1 clients get what the table of problems makes of it: see src/gateway/receiveAnswer.ts',
    ),
  ];
}

async function probePresent(
  service: Service,
  key: string,
  operation: Operation,
  says: FindingMaker,
): Promise<Finding[]> {
  const id = await someId(service, key, operation);
  if (id === undefined)
    return [says.warning(`${listOf(operation)} names none to read`, 'run this again once there is one')];
  const outcome = await service.read(pathOf(operation, id), key);
  if (!outcome.ok) return [says.error(`no complete answer (${outcome.failure.kind})`, 'run this again')];
  const { status } = outcome.value;
  if (status !== 200) {
    return [
      says.error(`answered ${status}, not 200`, 'v1 clients are answered 502 unless it holds the answer'),
    ];
  }
  const body = bodyOf(outcome.value);
  const answer = body === undefined ? undefined : operation.answer.read(body);
  if (answer?.ok === true) return [];
  const path = answer === undefined ? 'the body' : answer.failure.path;
  return [
    says.error(
      `${path} does not fit the contract: v1 clients are answered 502`,
      'compare it with src/contract/v2, and the mapping with it',
    ),
  ];
}

/** Reads one thing that exists and one that does not, as an operation would. */
export async function probeRead(
  service: Service,
  key: string,
  operation: Operation,
  says: FindingMaker,
): Promise<Finding[]> {
  const findings = [
    ...(await probePresent(service, key, operation, says)),
    ...(await probeMissing(service, key, operation, says)),
  ];
  return findings.length > 0
    ? findings
    : [says.ok('reads as the mapping relies on, and answers 404 for what is not there')];
}
