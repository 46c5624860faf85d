import type { Path } from '../../document/document';
import type { OperationEntry } from '../../mapping/mappingFile';
import { parameterNames } from '../../mapping/parameterNames';
import type { Mutant } from '../mutant';
import type { Subject } from '../subject';
import { changeRoute } from './changeRoute';

const put = (what: string, path: Path, value: unknown): Mutant => ({ what, path, edits: [{ path, value }] });

function otherTypes({ v1, parameters }: OperationEntry, path: Path): readonly Mutant[] {
  return parameterNames(v1).map((name) => {
    const type = parameters?.[name] === 'integer' ? 'text' : 'integer';
    return put(`parameter ${name} is ${type}`, [...path, 'parameters', name], type);
  });
}

function otherFeeds({ v1, v2, path: written }: OperationEntry, path: Path): readonly Mutant[] {
  return parameterNames(v2).flatMap((name) => {
    const feed = written?.[name] ?? { from: name };
    if ('body' in feed || 'each' in feed) return [];
    const given = 'from' in feed ? feed.from : feed.by;
    return parameterNames(v1)
      .filter((other) => other !== given)
      .map((other) => {
        const value = 'from' in feed ? { from: other } : { ...feed, by: other };
        return put(`${name} fed by ${other} instead of ${given}`, [...path, 'path', name], value);
      });
  });
}

/** Each operation with other routes, another success status, other types and feeds of path parameters. */
export function changeOperation({ file }: Subject): readonly Mutant[] {
  return Object.entries(file.operations).flatMap(([name, entry]) => {
    const path = ['operations', name];
    const [given = 200] = [entry.success].flat();
    const success = given === 200 ? 201 : 200;
    return [
      ...changeRoute(entry.v1, [...path, 'v1']),
      ...changeRoute(entry.v2, [...path, 'v2']),
      put(`success ${success} instead of ${given}`, [...path, 'success'], success),
      ...otherTypes(entry, path),
      ...otherFeeds(entry, path),
    ];
  });
}
