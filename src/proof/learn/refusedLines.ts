import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { valueIn } from '../../mapping/profile/places';
import type { Fault, Position } from '../../mapping/yaml/fileFault';
import type { Path, YamlDocument } from '../../mapping/yaml/yamlDocument';

/** A drafted line that `check` refuses, and what it says of it. */
export interface RefusedLine {
  /** Path of the line in the file. */
  readonly path: Path;
  readonly why: string;
  /** The v2 field that it reads. */
  readonly from: string | undefined;
}

const pathsIn = (value: Json | undefined, around: Path = []): readonly Path[] =>
  value === undefined || !isJsonObject(value)
    ? []
    : Object.entries(value).flatMap(([name, member]) => [
        [...around, name],
        ...pathsIn(member, [...around, name]),
      ]);

const isAfter = (position: Position, earlier: Position): boolean =>
  position.line > earlier.line || (position.line === earlier.line && position.column > earlier.column);

/** Returns the path of a rule around a path; undefined outside of rules. */
function rulePath(path: Path): Path | undefined {
  const [section] = path;
  const length = section === 'attributes' ? 2 : 5;
  const isOfRule = section === 'attributes' || (path[2] === 'body' && path[3] === 'fields');
  return isOfRule && path.length >= length ? path.slice(0, length) : undefined;
}

/** Names the v2 field that a rule reads; undefined for one that sends. */
function sourceAt(file: Json, [section = '', name = '']: Path): string | undefined {
  const rule = section === 'attributes' ? valueIn(file, `${section}.${name}`) : undefined;
  const from = isJsonObject(rule ?? null) ? valueIn(rule ?? null, 'from') : rule;
  return typeof from === 'string' ? from : undefined;
}

/** Lists the drafted lines whose codec does not join what both contracts say. */
export function listRefusedLines(document: YamlDocument, faults: readonly Fault[]): readonly RefusedLine[] {
  const value = document.value as Json;
  const starts = pathsIn(value).map((path) => ({ path, start: document.at(path, 'key') }));
  const lines = faults
    .filter(({ code }) => code === 'codec-misfit')
    .flatMap((fault) => {
      const path = rulePath(starts.findLast(({ start }) => !isAfter(start, fault))?.path ?? []);
      const why = [fault.message, fault.hint ?? []].flat().join('; ');
      return path === undefined ? [] : { path, why, from: sourceAt(value, path) };
    });
  return [...new Map(lines.map((line) => [line.path.join('\n'), line])).values()];
}

/** Takes a line out of a file. */
export function withoutLine(file: JsonObject, [name = '', ...laterNames]: Path): JsonObject {
  const { [name]: member, ...otherMembers } = file;
  if (laterNames.length === 0) return otherMembers;
  return member !== undefined && isJsonObject(member)
    ? { ...file, [name]: withoutLine(member, laterNames) }
    : file;
}
