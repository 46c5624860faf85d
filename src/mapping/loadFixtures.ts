import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../document/fault';
import { readDocument } from '../document/readDocument';
import { schemaFaults } from '../document/schemaFaults';
import { failure, type Result, success } from '../translation/result';
import { type FixtureCase, fixtureFile } from './fixture';
import { atOnce, type Steps } from './steps';

/** One fixture and the line it starts at. */
export interface Fixture extends FixtureCase {
  /** e.g. `fixtures/account.yaml:4` */
  readonly place: string;
}

const keyWords = [
  'resource',
  'cases',
  'name',
  'operation',
  'request',
  'method',
  'path',
  'body',
  'upstream',
  'sends',
  'answers',
  'gets',
];

function readFile(folder: string, name: string): Result<readonly Fixture[], readonly Fault[]> {
  const document = readDocument(join(folder, name), readFileSync(join(folder, name), 'utf8'));
  if (document.faults.length > 0) return failure(document.faults);
  const parsed = fixtureFile.safeParse(document.value);
  if (!parsed.success) return failure(schemaFaults(document, parsed.error, keyWords));
  const place = (index: number) => `fixtures/${name}:${document.at(['cases', index]).line}`;
  return success(parsed.data.cases.map((fixture, index) => ({ ...fixture, place: place(index) })));
}

/** `loadFixtures` file by file. */
export function* stepThroughFixtures(
  mappingFolder: string,
): Steps<Result<readonly Fixture[], readonly Fault[]>> {
  const folder = join(mappingFolder, 'fixtures');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  const read: ReturnType<typeof readFile>[] = [];
  for (const name of names.sort()) {
    read.push(readFile(folder, name));
    yield;
  }
  const faults = read.flatMap((file) => (file.ok ? [] : file.failure));
  return faults.length > 0 ? failure(faults) : success(read.flatMap((file) => (file.ok ? file.value : [])));
}

/** Reads the fixtures in `fixtures/` beside the mappings of a folder; none there is none. The failure lists all faults. */
export const loadFixtures = (mappingFolder: string): Result<readonly Fixture[], readonly Fault[]> =>
  atOnce(stepThroughFixtures(mappingFolder));
