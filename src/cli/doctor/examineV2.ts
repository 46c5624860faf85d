import type { Clock } from '../../gateway/clock';
import type { Caller } from '../../gateway/keys/keys';
import { passKeysOn } from '../../gateway/keys/passKeysOn';
import type { Mappings } from '../../mapping/loadMappings';
import type { LookupIndex } from '../../mapping/operation';
import { about } from './about';
import { checkOffers } from './checkOffers';
import { countOffers } from './countOffers';
import { createService, type Service } from './createService';
import { examineService } from './examineService';
import type { Finding } from './finding';
import { listEvidence, type Probed } from './listEvidence';
import { pageReader } from './pageReader';
import { probeIndex } from './probeIndex';
import { answeringLists, probeList } from './probeLists';
import { probeRead, readsById } from './probeReads';

/** What v2 is examined with. */
export interface V2Visit {
  readonly origin: string;
  readonly mappings: Pick<Mappings, 'operations' | 'ledgers'>;
  /** The operator's key; absent to look from outside only. */
  readonly key: string | undefined;
  readonly pageBudget: number;
  readonly clock: Clock;
}

/** What programs of v2 read first (spec 4.9). */
const PATH = '/v2/orders?per_page=1';

/** Told of findings as soon as they are made. */
export type Tell = (findings: readonly Finding[]) => void;

const failed = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

function indexesOf({ operations }: V2Visit['mappings']): readonly LookupIndex[] {
  const indexes = operations.flatMap(({ lookup }) => (lookup === undefined ? [] : [lookup.index]));
  return [...new Map(indexes.map((index) => [index.name, index])).values()];
}

const fine = (findings: readonly Finding[]): boolean => findings.every(({ severity }) => severity === 'ok');

/** Tries every read that the mappings rely on. */
async function probe(service: Service, visit: V2Visit, caller: Caller, tell: Tell): Promise<Probed> {
  const { mappings, clock, pageBudget } = visit;
  const { operations } = mappings;
  const probed = new Map<string, boolean>();
  const note = (endpoint: string, findings: readonly Finding[]) => {
    tell(findings);
    probed.set(endpoint, (probed.get(endpoint) ?? true) && fine(findings));
  };
  for (const index of indexesOf(mappings)) {
    const says = about(`index ${index.name}`);
    const read = pageReader(service, caller, index, clock);
    const findings = await probeIndex(read, index, says);
    note(`GET ${index.path}`, findings);
    if (!failed(findings)) tell(checkOffers(await countOffers(read, index, { clock, pageBudget }), says));
  }
  for (const answering of answeringLists(operations)) {
    const { path, query, most } = answering.list;
    const read = pageReader(service, caller, { path, query: (page) => query(page, most) }, clock);
    note(`GET ${path}`, await probeList(read, answering, about(`GET ${path}`)));
  }
  for (const operation of readsById(operations)) {
    const endpoint = `GET ${operation.v2.template}`;
    note(endpoint, await probeRead(service, caller.key, operation, about(endpoint)));
  }
  return probed;
}

/** Whether v2 can be reached, takes the key, and is as the mappings rely on. Reads only. */
export async function examineV2(visit: V2Visit, tell: Tell): Promise<void> {
  const { origin, mappings, key, clock } = visit;
  const says = about('v2');
  const service = createService(origin, clock);
  try {
    const [index] = indexesOf(mappings);
    const path = index === undefined ? PATH : `${index.path}?${index.query(1)}`;
    const reached = await examineService(service, { origin, path, key }, clock, says);
    tell(reached);
    const caller = passKeysOn.identify(key === undefined ? undefined : `Bearer ${key}`);
    const usable = caller !== undefined && !failed(reached);
    const probed = usable ? await probe(service, visit, caller, tell) : undefined;
    if (caller === undefined && !failed(reached)) {
      tell([says.warning('not tried from inside: no key', 'name the variable of one with --key-env')]);
    }
    tell(listEvidence(mappings, probed));
  } finally {
    await service.close();
  }
}
