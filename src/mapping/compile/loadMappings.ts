import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { declareContracts } from '../../contract/contracts';
import { type Path, readDocument, type YamlDocument } from '../yaml/yamlDocument';
import type { Fault } from '../yaml/fileFault';
import { mappingFile } from '../yaml/mappingFile';
import { type ResolvedFile, type ResolvedResource, resolveFile } from './resolveFile';
import { createComplaints, faultAt, readAs } from '../yaml/complaints';
import { failure, type Result, success } from '../../contract/result';
import { isJsonObject, type Json } from '../../contract/json';
import type { DateStyle } from '../codecs/dateCodec';
import type { Ledger } from './ledger';
import type { Operation } from './compiledOperation';
import { compileForm, type ResolvedForm } from './compileForm';
import {
  formsFolder,
  type MappingText,
  readMappingFolder,
  readProfileText,
  SHIPPED_MAPPINGS,
} from '../yaml/mappingFolder';
import { reportKeys } from '../profile/keyFaults';
import { type Profile, readProfile } from '../profile/profileFile';
import { reportPlaces } from '../profile/placeFaults';
import { reportEvents } from '../profile/translateEvent';
import { createWire, type PairWire } from '../profile/wire';

/** One mapping file, checked and compiled, or the faults that make it unreadable. */
export type CompiledFile = ResolvedFile | readonly Fault[];

/** Checks and compiles one mapping document; `joinFiles` checks it against the other files. */
export function compileFile(document: YamlDocument): CompiledFile {
  const read = readAs(mappingFile, document);
  return read.ok ? resolveFile(document, read.value) : read.failure;
}

/** The compiled form of a set of mapping files. */
interface JoinedFiles {
  readonly operations: readonly Operation[];
  readonly ledgers: readonly Ledger[];
  readonly resources: readonly ResolvedResource[];
}

/**
 * Checks the routes and names of all files: each route has only one operation, and evidence is kept by unique names.
 */
function clashFaults(files: readonly ResolvedFile[]): Fault[] {
  const ownersByKey = new Map<string, string>();
  return files.flatMap(({ document, resource }) =>
    (resource?.operations ?? []).flatMap(({ operation: { name, v1 } }) => {
      const claim = (key: string, path: Path, code: string, beginning: string): Fault[] => {
        const owner = ownersByKey.get(key);
        ownersByKey.set(key, `${name} of ${resource?.name ?? ''}`);
        if (owner === undefined) return [];
        return [faultAt(document, path, { code, message: `${beginning} ${owner} already` })];
      };
      const path = ['operations', name];
      const route = `${v1.method} ${v1.template}`;
      const shape = route.replace(/\{\w+\}/g, '{}');
      return [
        ...claim(shape, [...path, 'v1'], 'route-twice', `${route} is answered by`),
        ...claim(name, path, 'operation-twice', 'there is'),
      ];
    }),
  );
}

/** Joins compiled files into the operations of one gateway. The failure lists all faults of all files. */
export function joinFiles(compiled: readonly CompiledFile[]): Result<JoinedFiles, readonly Fault[]> {
  const files = compiled.flatMap((file) => ('document' in file ? [file] : []));
  const fileFaults = compiled.flatMap((file) => ('document' in file ? file.faults : file));
  const faults = [...fileFaults, ...clashFaults(files)];
  if (faults.length > 0) return failure(faults);
  const resources = files.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  return success({
    operations: resources.flatMap(({ operations }) => operations.map(({ operation }) => operation)),
    ledgers: resources.map(({ ledger }) => ledger),
    resources,
  });
}

/** Styles of v1 dates by resource; each replaces `dates:` of the resource's mapping file. */
export type DateStyles = Readonly<Record<string, DateStyle>>;

/** The texts of a set of mappings as they were found; plain data, so that another process can compile them. */
export interface MappingTexts {
  /** Absent if the shipped profile applies. */
  readonly profile?: MappingText | undefined;
  readonly files: readonly MappingText[];
  /** Empty if there is no folder of forms. */
  readonly forms: readonly MappingText[];
  /** Absent if the styles of the files apply. */
  readonly dates?: DateStyles | undefined;
}

/** All mapping files of a folder, checked and compiled. */
export interface Mappings extends JoinedFiles {
  readonly profile: Profile;
  /** Translation between what both APIs write and the gateway's form, by the profile. */
  readonly wire: PairWire;
  readonly documents: readonly YamlDocument[];
  /** Deprecated v2 requests and their replacements; the setting `deprecatedForms` enables them. */
  readonly forms: readonly Operation[];
  readonly texts: MappingTexts;
  /** Names the exact texts in use: the first 12 hex digits of their SHA-256. */
  readonly hash: string;
}

type CompiledMappings = Result<Mappings, readonly Fault[]>;

const emptyFolder = (folder: string): Fault => ({
  code: 'no-mapping',
  message: 'the folder holds no mapping file (*.yaml)',
  file: folder,
  line: 1,
  column: 1,
  text: '',
});

const profileOf = ({ profile }: MappingTexts): MappingText => profile ?? readProfileText(SHIPPED_MAPPINGS);

/** Names a set of texts, with the styles of dates that replace those in the files. */
function hashOf(texts: MappingTexts): string {
  const { files, forms, dates = {} } = texts;
  const hash = createHash('sha256');
  for (const { text } of [profileOf(texts), ...files, ...forms]) hash.update(text);
  for (const style of Object.entries(dates)) hash.update(style.join());
  return hash.digest('hex').slice(0, 12);
}

/**
 * Opens a mapping file. A replaced style is written into the document too, because evidence belongs to the translation
 * in force.
 */
function openDocument({ file, text }: MappingText, dates: DateStyles, isOfOwnPair: boolean): YamlDocument {
  const document = { ...readDocument(file, text), isOfOwnPair };
  const value = document.value as Json;
  const resource = isJsonObject(value) ? value['resource'] : undefined;
  if (!isJsonObject(value) || typeof resource !== 'string' || !Object.hasOwn(dates, resource))
    return document;
  return { ...document, value: { ...value, dates: dates[resource] } };
}

/** Compiles texts in steps: it yields after each of them, and returns the whole. */
function* compileSteps(texts: MappingTexts): Generator<undefined, CompiledMappings> {
  const profileText = profileOf(texts);
  const profile = readProfile(profileText);
  const isOfOwnPair = profile.ok && profile.value.contracts === 'own';
  const documents: YamlDocument[] = [];
  const compiledFiles: CompiledFile[] = [];
  const resolvedForms: ResolvedForm[] = [];
  for (const file of texts.files) {
    const document = openDocument(file, texts.dates ?? {}, isOfOwnPair);
    documents.push(document);
    yield;
    compiledFiles.push(compileFile(document));
    yield;
  }
  for (const form of texts.forms) {
    resolvedForms.push(compileForm(form));
    yield;
  }
  const joinedFiles = joinFiles(compiledFiles);
  const fileFaults = [profile, joinedFiles].flatMap((result) => (result.ok ? [] : result.failure));
  const faults = [...fileFaults, ...resolvedForms.flatMap((form) => form.faults)];
  if (!profile.ok || !joinedFiles.ok || faults.length > 0) return failure(faults);
  const complaints = createComplaints(readDocument(profileText.file, profileText.text));
  for (const reportFaults of [reportPlaces, reportEvents, reportKeys])
    reportFaults(profile.value, joinedFiles.value.resources, complaints);
  if (complaints.faults.length > 0) return failure(complaints.faults);
  declareContracts(joinedFiles.value.resources.flatMap(({ declared }) => declared));
  const forms = resolvedForms.flatMap(({ operation }) => (operation === undefined ? [] : [operation]));
  const ofPair = { profile: profile.value, wire: createWire(profile.value) };
  return success({ ...joinedFiles.value, ...ofPair, documents, forms, texts, hash: hashOf(texts) });
}

/** Checks and compiles texts that were read before. The failure lists all faults of all files. */
export function compileMappings(texts: MappingTexts): CompiledMappings {
  const steps = compileSteps(texts);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Checks and compiles texts as compileMappings does, but lets requests have a turn after each step. */
export async function compileWhileServing(texts: MappingTexts): Promise<CompiledMappings> {
  const steps = compileSteps(texts);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Reads the texts of a folder: its files, the forms below it, and its profile. */
function readTexts(folder: string, dates?: DateStyles): MappingTexts {
  const below = formsFolder(folder);
  const forms = existsSync(below) ? readMappingFolder(below) : [];
  return { profile: readProfileText(folder), files: readMappingFolder(folder), forms, dates };
}

/** Reports whether mappings are those of the package, whatever folder they were read from. */
export const areShipped = ({ texts, hash }: Mappings): boolean =>
  hash === hashOf(readTexts(SHIPPED_MAPPINGS, texts.dates));

/**
 * Reads, checks and compiles every `*.yaml` of a folder. The failure lists all faults of all files. Throws if the
 * folder or a file cannot be read.
 */
export function loadMappings(folder: string, dates?: DateStyles): CompiledMappings {
  const texts = readTexts(folder, dates);
  return texts.files.length === 0 ? failure([emptyFolder(folder)]) : compileMappings(texts);
}
