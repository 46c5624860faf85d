import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { readJsonBytes } from '../../gateway/requestBody';
import type { UpstreamAnswer } from '../../gateway/upstream';
import type { Operation } from '../../mapping/compile/compiledOperation';
import { type CheckRun, error, fine, warning, type CheckSteps } from './doctorFindings';
import type { Service } from './examineService';
import type { Mappings } from '../../mapping/compile/loadMappings';

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

type Tag = 'spec' | 'observed' | 'assumed';

/** One fact about v2 that the mappings rely on. */
interface Fact {
  /** e.g. `path of GET /v2/account-offers/{account}` */
  readonly what: string;
  readonly tag: Tag;
  readonly place: string;
  /** Advice when the fact is assumed and no probe confirms it. */
  readonly advice: string;
  /** The v2 call that the fact is about. */
  readonly endpoint?: string;
}

/** Results of probes by endpoint; `true` when the mappings' facts held. */
export type Probed = ReadonlyMap<string, boolean>;

const UNTRIED = 'it is not a read, so it was not tried: try it once on a thing of your own';
const NO_KEY = 'name a key with --key-env to have it tried';
const NO_PROBE = 'there is no probe for it: try it once with a key of your own';
const UNSEEN = 'compare it with an answer of your own: lifeboat explain';
const FAILED = 'it was tried and is not so: see the findings about it';

const tagged = (tag: Tag | undefined, fact: Omit<Fact, 'tag'>): Fact[] =>
  tag === undefined ? [] : [{ ...fact, tag }];

function facts(ledgers: Mappings['ledgers'], unprobed: string): Fact[] {
  return ledgers.flatMap(({ references, attributes, answers, members }) => [
    ...references.flatMap(({ v2, evidence, place: position }) =>
      Object.entries(evidence).flatMap(([lineSide, tag]) => {
        const advice = v2.startsWith('GET ') ? unprobed : UNTRIED;
        return tagged(tag, { what: `${lineSide} of ${v2}`, place: position, advice, endpoint: v2 });
      }),
    ),
    ...[...attributes, ...answers].flatMap(({ attribute, evidence, place: position }) =>
      tagged(evidence, { what: `source of ${attribute}`, place: position, advice: UNSEEN }),
    ),
    ...members.flatMap(({ member, evidence, place: position }) =>
      tagged(evidence, { what: `target of ${member}`, place: position, advice: UNTRIED }),
    ),
  ]);
}

/**
 * Counts the facts that the mappings rely on, and reports each assumed fact with its probe; without a key there are no
 * probes.
 */
export function* listEvidence(
  { ledgers }: Pick<Mappings, 'ledgers'>,
  probed: Probed | undefined,
): CheckSteps {
  const all = facts(ledgers, probed === undefined ? NO_KEY : NO_PROBE);
  const count = (tag: Tag) => all.filter((fact) => fact.tag === tag).length;
  yield fine(
    `${count('spec')} facts from the specification, ${count('observed')} observed, ${count('assumed')} assumed`,
  );
  for (const { what, tag, place: position, endpoint = '', advice } of all) {
    if (tag !== 'assumed') continue;
    const outcome = probed?.get(endpoint);
    if (outcome === true) yield fine(`${what} is assumed (${position}), and a read has confirmed it`);
    else yield warning(`${what} is assumed (${position})`, outcome === false ? FAILED : advice);
  }
}
