import type { Mappings } from '../../mapping/loadMappings';
import { about } from './about';
import type { Finding } from './finding';

const { ok, warning } = about('evidence');

/** Something that the mappings rely on. */
interface Fact {
  /** e.g. `path of GET /v2/account-offers/{account}` */
  readonly what: string;
  readonly tag: 'spec' | 'observed' | 'assumed';
  readonly place: string;
  /** Empty where it is no call of its own. */
  readonly endpoint: string;
}

function facts(ledgers: Mappings['ledgers']): Fact[] {
  return ledgers.flatMap(({ references, attributes, answers, members }): Fact[] => [
    ...references.flatMap(({ v2, evidence, place }) =>
      Object.entries(evidence).flatMap(([part, tag]) =>
        tag === undefined ? [] : [{ what: `${part} of ${v2}`, tag, place, endpoint: v2 }],
      ),
    ),
    ...[...attributes, ...answers].flatMap(({ attribute, evidence: tag, place }) =>
      tag === undefined ? [] : [{ what: `source of ${attribute}`, tag, place, endpoint: '' }],
    ),
    ...members.flatMap(({ member, evidence: tag, place }) =>
      tag === undefined ? [] : [{ what: `target of ${member}`, tag, place, endpoint: '' }],
    ),
  ]);
}

const UNTRIED = 'it is not a read, so it was not tried: try it once on an offer of your own';
const FAILED = 'it was tried and not confirmed: see the findings about it';
const NO_KEY = 'name a key with --key-env to have it tried';

/** What the mappings rely on, and every assumed fact with what has become of it; `confirmed` are endpoints that were read. */
export function listEvidence(
  { ledgers }: Pick<Mappings, 'ledgers'>,
  confirmed: ReadonlySet<string>,
  tried: boolean,
): Finding[] {
  const all = facts(ledgers);
  const count = (tag: Fact['tag']) => all.filter((fact) => fact.tag === tag).length;
  const assumed = all.filter(({ tag }) => tag === 'assumed');
  const found = assumed.map(({ what, place, endpoint }) => {
    if (confirmed.has(endpoint)) return ok(`${what} is assumed (${place}), and a read has confirmed it`);
    const advice = endpoint.startsWith('GET ') ? (tried ? FAILED : NO_KEY) : UNTRIED;
    return warning(`${what} is assumed (${place})`, advice);
  });
  const sum = `${count('spec')} facts from the specification, ${count('observed')} observed, ${assumed.length} assumed`;
  return [ok(sum), ...found];
}
