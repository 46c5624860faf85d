import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderTemplate } from '../../config/renderSettings';
import { renderFault } from '../../mapping/yaml/fileFault';
import { type DraftedPair, draftPair } from '../../proof/openApi/draftPair';
import { type DescribedApi, readOpenApi } from '../../proof/openApi/openApiFile';
import { readBytes, saveFile } from '../../runtime/files';
import { systemClock } from '../../runtime/systemClock';
import { CommandEnd, type ExitCode, valueOrEnd, printRefusal, type Surroundings } from '../command';
import { print, type Terminal } from '../terminal';

interface ReadPair {
  readonly apis: { readonly v1: DescribedApi; readonly v2: DescribedApi };
  readonly drafted: DraftedPair;
}

/** Reads the OpenAPI documents of both APIs, v1's first. */
function readPair(files: readonly string[]): ReadPair {
  const readOpenApiFile = (file: string) =>
    valueOrEnd(readOpenApi(file, valueOrEnd(readBytes(file)).toString()));
  const [v1, v2] = files;
  if (v1 === undefined || v2 === undefined || files.length > 2)
    throw new CommandEnd(['name two OpenAPI documents: that of v1, and that of v2'], 1);
  const apis = { v1: readOpenApiFile(v1), v2: readOpenApiFile(v2) };
  return { apis, drafted: draftPair(apis, systemClock.now()) };
}

/** Prints the contracts of two OpenAPI documents in the form of a mapping file. */
export function importContracts(
  { v1, v2, json }: { readonly v1: string; readonly v2: string; readonly json: boolean },
  { terminal }: Pick<Surroundings, 'terminal'>,
): ExitCode {
  const { contracts, open } = readPair([v1, v2]).drafted;
  print({ contracts, open }, [contracts.trimEnd()], json, terminal);
  return json ? 0 : printRefusal(open, terminal, 0);
}

/** Returns the settings of a pair: its origins, as far as the documents name them, and the folder of its mappings. */
function settingsOf({ v1, v2 }: ReadPair['apis']): string {
  const settingLine = (text: string, side: string, origin: string | undefined): string =>
    origin === undefined ? text : text.replace(new RegExp(`#${side}: .*`), `${side}: ${origin}`);
  const text = settingLine(settingLine(renderTemplate(), 'v1', v1.origin), 'v2', v2.origin);
  return text.replace('#mappings: mappings', 'mappings: mappings');
}

/** Names what is still to be filled in of the origins: a document leaves parts of its address to each installation. */
const listOpenOrigins = (apis: ReadPair['apis']): readonly string[] =>
  (['v1', 'v2'] as const).flatMap((side) => {
    const { origin, filled } = apis[side];
    const words = filled.map((text) => `"${text}"`).join(' and ');
    if (origin === undefined) return [`upstream.${side}: fill it in: the document names no address`];
    return words === '' ? [] : [`upstream.${side}: put your own in place of ${words} in ${origin}`];
  });

export interface InitFrom {
  /** The settings file; the folder `mappings` is made beside it. */
  readonly file: string;
  readonly from: readonly string[];
  readonly force: boolean;
  readonly json?: boolean;
}

/** Writes settings, profile and a draft mapping for each kind of thing that both OpenAPI documents have. */
export function initFromPair({ file, from, force, json }: InitFrom, terminal: Terminal): ExitCode {
  const { apis, drafted } = readPair(from);
  const folder = join(dirname(file), 'mappings');
  mkdirSync(join(folder, 'fixtures'), { recursive: true });
  const files = [
    { name: file, text: settingsOf(apis), mode: 0o600 },
    ...drafted.files.map(({ name, text }) => ({ name: join(folder, name), text, mode: 0o644 })),
  ];
  const isPaired = drafted.files.length > 1;
  // Else no mapping file has the contracts.
  if (!isPaired)
    files.push({ name: join(dirname(file), 'contracts.yaml'), text: drafted.contracts, mode: 0o644 });
  for (const { name, text, mode } of files) valueOrEnd(saveFile(name, text, { force, mode }));
  const { faults } = drafted;
  const open = [...listOpenOrigins(apis), ...drafted.open];
  const names = files.map(({ name }) => name);
  const texts = [...faults.map((fault) => renderFault(fault, terminal)), ...open];
  if (json !== true) printRefusal(texts, terminal, 0);
  const toDoText = isPaired ? `${faults.length} faults` : 'the first mapping file, by hand';
  const toDo = `to do: ${toDoText}; go on with: lifeboat check --mappings ${folder}`;
  print({ files: names, faults, open }, [...names.map((name) => `wrote ${name}`), toDo], json, terminal);
  return 0;
}
