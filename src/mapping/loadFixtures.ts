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
  'drift',
  'request',
  'method',
  'path',
  'keyless',
  'body',
  'upstream',
  'sends',
  'answers',
  'gets',
];

type Read = Result<readonly Fixture[], readonly Fault[]>;

function* readFile(folder: string, name: string): Steps<Read> {
  const document = readDocument(join(folder, name), readFileSync(join(folder, name), 'utf8'));
  yield;
  if (document.faults.length > 0) return failure(document.faults);
  const parsed = fixtureFile.safeParse(document.value);
  if (!parsed.success) return failure(schemaFaults(document, parsed.error, keyWords));
  const place = (index: number) => `fixtures/${name}:${document.at(['cases', index]).line}`;
  return success(parsed.data.cases.map((fixture, index) => ({ ...fixture, place: place(index) })));
}

/** `loadFixtures` file by file. */
export function* stepThroughFixtures(mappingFolder: string): Steps<Read> {
  const folder = join(mappingFolder, 'fixtures');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  const read: Read[] = [];
  for (const name of names.sort()) {
    read.push(yield* readFile(folder, name));
    yield;
  }
  const faults = read.flatMap((file) => (file.ok ? [] : file.failure));
  return faults.length > 0 ? failure(faults) : success(read.flatMap((file) => (file.ok ? file.value : [])));
}

/** Reads the fixtures in `fixtures/` beside the mappings of a folder; none there is none. The failure lists all faults. */
export const loadFixtures = (mappingFolder: string): Read => atOnce(stepThroughFixtures(mappingFolder));
