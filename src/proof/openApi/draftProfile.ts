import { DAY_MS } from '../../contract/clock';
import { definedMembers } from '../../contract/result';
import { printYaml } from '../../mapping/yaml/printYaml';
import { type DescribedResource, type DescribedSide, placesOf } from './describedResources';
import { draftErrors } from './draftErrors';

/** A resource with a mapping file, as each API describes it. */
interface Drafted {
  readonly resource: string;
  readonly described: { readonly v1: DescribedResource; readonly v2: DescribedResource };
}

/** Returns one place if all resources share it, else the place of each by the resource's name. */
function sharedPlace(places: Readonly<Record<string, string>>): unknown {
  const [sharedByAll = '', ...others] = new Set(Object.values(places));
  return others.length === 0 ? sharedByAll : places;
}

/** Writes how an API shows the resources of a pair, and their lists. */
function describedSide(side: 'v1' | 'v2', { api, shape }: DescribedSide, drafts: readonly Drafted[]) {
  const ones: Record<string, string> = {};
  const lists: Record<string, string> = {};
  for (const { resource, described } of drafts) {
    const { one: placeOfOne, list } = placesOf(described[side], api.resolve);
    ones[resource] = placeOfOne;
    if (list !== undefined) lists[resource] = list;
  }
  const { prefix, auth } = api;
  const paths = drafts.flatMap(({ described }) => described[side].list?.path ?? []);
  const probe = paths.find((path) => !path.includes('{'));
  return {
    prefix,
    auth,
    one: sharedPlace(ones),
    list: sharedPlace(lists),
    paging: shape.paging,
    ...definedMembers({ errors: draftErrors(api), probe: probe && `/${side}${probe}` }),
  };
}

const YEAR_MS = 365 * DAY_MS;

/** Drafts the profile of a pair of APIs; its v1 ends in a year. */
export function draftProfile(
  { v1, v2 }: { readonly v1: DescribedSide; readonly v2: DescribedSide },
  drafts: readonly Drafted[],
  now: number,
): string {
  const day = new Date(now + YEAR_MS).toISOString().slice(0, 10);
  const { attributes, nextPage } = v1.shape;
  return printYaml(
    {
      name: v1.api.title,
      v1: {
        ...describedSide('v1', v1, drafts),
        attributes,
        ...definedMembers({ nextPage }),
        sunset: `${day}T00:00:00Z`,
      },
      v2: describedSide('v2', v2, drafts),
    },
    `The pair of APIs: what its mapping files do not say each for themselves.\nThe end of v1 is a guess, and so is the status of a request with \`invalid\` data: set them.`,
  );
}
