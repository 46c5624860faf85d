import type { Mappings } from '../../mapping/compile/loadMappings';
import { type CheckSteps, fine, warning } from './doctorFindings';

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
