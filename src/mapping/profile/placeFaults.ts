import type { ResolvedResource } from '../compile/resolveFile';
import { INDEX_NEEDS } from '../compile/resolveIndex';
import type { Complaints } from '../yaml/complaints';
import { placeOf, placesIn } from './places';
import type { Profile } from './profileFile';

/** Reports members beside a resource that the resource has itself: a client would get its own alone. */
function reportBeside(
  { attributes, one, beside }: Profile['v1'],
  resources: readonly ResolvedResource[],
  complaints: Complaints,
): void {
  for (const { name, v1: contract } of resources) {
    if (attributes !== '' || placeOf(one, name) !== '') continue;
    for (const member of Object.keys(beside).filter((besideName) => contract.members.has(besideName))) {
      const message = `${member} would stand beside each ${name}, which has a member ${member} itself`;
      const hint = `give ${name} what is missing there: a \`default:\` in its rule of ${member}`;
      complaints.reportKey(['v1', 'beside', member], 'beside-taken', message, hint);
    }
  }
}

/** Reports indexes where v2 does not say which page it answers with: no lookup could believe its list. */
function reportIndexes(
  { paging }: Profile['v2'],
  resources: readonly ResolvedResource[],
  { report }: Complaints,
): void {
  const operations = resources.flatMap((resource) => resource.operations);
  const index = operations.find(({ operation }) => operation.lookup !== undefined)?.operation.lookup?.index;
  for (const name of ['current_page', 'per_page'] as const) {
    if (index === undefined || paging[name] !== '') continue;
    const message = `the index ${index.name} reads ${index.path} page by page, and ${name} is not said of a page`;
    report(['v2', 'paging', name], 'index-unpaged', message, INDEX_NEEDS);
  }
}

/** Reports lists by a cursor whose answers name no cursor: their first page would be taken for the whole list. */
function reportCursors(
  { v1, v2 }: Pick<Profile, 'v1' | 'v2'>,
  resources: readonly ResolvedResource[],
  { report }: Complaints,
): void {
  const lists = resources.flatMap(({ operations }) => operations).filter(({ operation }) => operation.list);
  const byCursor = {
    v1: lists.find(({ query }) => query.some(({ begins }) => begins === 'cursor')),
    v2: lists.find(({ operation }) => operation.list?.style === 'cursor'),
  };
  const isNamed = { v1: v1.links || v1.nextPage.number !== '', v2: v2.links };
  for (const [side, { paging }] of [['v1', v1] as const, ['v2', v2] as const]) {
    const name = byCursor[side]?.operation.name;
    if (name === undefined || paging.next !== '' || isNamed[side]) continue;
    const message = `${side} asks for a page of ${name} by a cursor, and no answer names the next one`;
    const hint = 'say where it stands, such as `next: page.after`';
    report([side, 'paging', 'next'], 'cursor-unnamed', message, hint);
  }
}

/** Reports places of resources that there are not, and resources without a place, where a profile tells them apart. */
export function reportPlaces(
  { v1, v2 }: Profile,
  resources: readonly ResolvedResource[],
  complaints: Complaints,
): void {
  const names = resources.map(({ name }) => name);
  const operations = resources.flatMap((resource) => resource.operations);
  const calls = operations.flatMap(({ operation }) => operation.calls ?? []);
  const calledNames = calls.map(({ contract }) => contract);
  const lists = resources.filter((resource) => resource.operations.some(({ operation }) => operation.list));
  const listedNames = lists.map(({ name }) => name);
  const sides = [
    { path: ['v1', 'one'], place: v1.one, neededNames: names },
    { path: ['v1', 'list'], place: v1.list, neededNames: listedNames },
    { path: ['v2', 'one'], place: v2.one, neededNames: [...new Set([...names, ...calledNames])] },
    { path: ['v2', 'list'], place: v2.list, neededNames: listedNames },
  ];
  for (const { path, place, neededNames } of sides) {
    if (typeof place === 'string') continue;
    const knownNames = [...new Set([...names, ...neededNames])];
    for (const name of Object.keys(place).filter((placed) => !knownNames.includes(placed))) {
      const message = `there is no resource ${name}`;
      complaints.reportKey([...path, name], 'resource-unknown', message, [name, knownNames]);
    }
    for (const name of neededNames.filter((neededName) => place[neededName] === undefined)) {
      const message = `nothing says where ${name} stands`;
      complaints.reportKey(path, 'place-missing', message, `add \`${name}: ...\``);
    }
  }
  // An answer is taken for a list by its place alone.
  for (const { name, v2: contract } of resources) {
    const takenPlace = placesIn(v2.list).find((list) => contract.members.get(list)?.kind === 'list');
    if (takenPlace === undefined || placeOf(v2.one, name) !== '') continue;
    const message = `a ${name} has a list ${takenPlace} itself, at the same place`;
    complaints.report(['v2', 'list'], 'place-taken', message);
  }
  reportBeside(v1, resources, complaints);
  reportIndexes(v2, resources, complaints);
  reportCursors({ v1, v2 }, resources, complaints);
}
