import { compileMappings } from '../../mapping/compile/loadMappings';
import type { Fault } from '../../mapping/yaml/fileFault';
import { PROFILE } from '../../mapping/yaml/mappingFolder';
import { printYaml } from '../../mapping/yaml/printYaml';
import { writtenSide } from '../learn/draftMapping';
import { describedContracts } from './describedContracts';
import { describedResources, type DescribedSide, isAlone, shapeOf } from './describedResources';
import { draftProfile } from './draftProfile';
import { draftResource, HEAD } from './draftResource';
import { singular } from './draftRoute';
import type { DescribedApi, DescribedOperation } from './openApiFile';
import { stepsByHand, undraftedReason } from './undraftedOperations';

/** A drafted folder of mappings. */
export interface DraftedPair {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The contracts in the files, in the form of `contract: adds:`. */
  readonly contracts: string;
  /** The open points in the files, in the words of `check`. */
  readonly faults: readonly Fault[];
  /** The operations of v1 that no file answers yet. */
  readonly open: readonly string[];
}

const sideOf = (api: DescribedApi): DescribedSide => {
  const resources = describedResources(api);
  return { api, resources, shape: shapeOf(api, resources) };
};

/** Says of each API where its key stands, if no profile can say it. */
const unreadKeys = (apis: Readonly<Record<'v1' | 'v2', DescribedApi>>): readonly string[] =>
  (['v1', 'v2'] as const).flatMap((name) => {
    const { unreadKey } = apis[name];
    return unreadKey === undefined
      ? []
      : `${name} takes its key as ${unreadKey}, which the gateway cannot: \`auth\` in api.yaml is a guess`;
  });

/** Drafts a file for each resource that both sides have, by its name. */
function draftResources(v1: DescribedSide, v2: DescribedSide) {
  const takenNames = new Set<string>();
  return v1.resources.flatMap((resource) => {
    const name = singular(resource.name);
    const same = v2.resources.find(
      (v2Resource) => singular(v2Resource.name) === name && isAlone(v2Resource) === isAlone(resource),
    );
    if (same === undefined || takenNames.has(name)) return [];
    takenNames.add(name);
    const draft = draftResource({ side: v1, resource }, { side: v2, resource: same });
    return draft.routes.v1.length === 0 ? [] : [draft];
  });
}

const routeOf = ({ method, path }: DescribedOperation): string => `${method} ${path}`;

/** Drafts the mappings of a pair of APIs: a file for each resource that both have, by its name. */
export function draftPair(
  apis: { readonly v1: DescribedApi; readonly v2: DescribedApi },
  now: number,
): DraftedPair {
  const sides = { v1: sideOf(apis.v1), v2: sideOf(apis.v2) };
  const drafts = draftResources(sides.v1, sides.v2);
  const isMapped = (side: 'v1' | 'v2', operation: DescribedOperation): boolean =>
    drafts.some(({ routes }) => routes[side].includes(routeOf(operation)));
  const leftBy = (side: 'v1' | 'v2') =>
    apis[side].operations.filter((operation) => !isMapped(side, operation));
  const resources = { v1: sides.v1.resources, v2: sides.v2.resources };
  const undrafted = leftBy('v1').map(
    (operation) =>
      `${operation.method} ${apis.v1.prefix}${operation.path}: nothing is drafted; ${undraftedReason(operation, resources)}`,
  );
  const contractsOf = (side: 'v1' | 'v2') => {
    const drafted = Object.fromEntries(drafts.flatMap(({ adds }) => Object.entries(adds[side])));
    const otherContracts = describedContracts(sides[side], side, (operation) => isMapped(side, operation));
    return writtenSide({ ...otherContracts, ...drafted });
  };
  const profile = { file: PROFILE, text: draftProfile(sides, drafts, now) };
  const files = drafts.map(({ name, text }) => ({ file: name, text }));
  const compiled = compileMappings({ profile, files, forms: [] });
  return {
    files: [profile, ...files].map(({ file, text }) => ({ name: file, text })),
    contracts: printYaml({ v1: contractsOf('v1'), v2: contractsOf('v2') }, HEAD),
    faults: compiled.ok ? [] : compiled.failure,
    open: [
      ...unreadKeys(apis),
      ...undrafted,
      ...(drafts.length > 0 ? [] : stepsByHand(leftBy('v1'), leftBy('v2'))),
    ],
  };
}
