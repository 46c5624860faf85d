import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsTemplate } from '../../config/renderSettings';
import { failure, type Result, success } from '../../contract/result';
import { renderFault } from '../../mapping/yaml/fileFault';
import { type DraftedPair, draftPair } from '../../proof/openApi/draftPair';
import { type DescribedApi, readOpenApi } from '../../proof/openApi/openApiFile';
import { readBytes, saveFile } from '../../runtime/files';
import { systemClock } from '../../runtime/systemClock';
import { type ExitCode, refused } from '../command';
import type { Terminal } from '../terminal';

interface ReadPair {
  readonly apis: { readonly v1: DescribedApi; readonly v2: DescribedApi };
  readonly drafted: DraftedPair;
}

/** Reads the OpenAPI documents of both APIs, v1's first. */
function readPair(files: readonly string[]): Result<ReadPair, string> {
  const [v1, v2] = files.map((file) => {
    const bytes = readBytes(file);
    return bytes.ok ? readOpenApi(file, bytes.value.toString()) : bytes;
  });
  if (v1 === undefined || v2 === undefined || files.length > 2)
    return failure('name two OpenAPI documents: that of v1, and that of v2');
  if (!v1.ok) return v1;
  if (!v2.ok) return v2;
  const apis = { v1: v1.value, v2: v2.value };
  const drafted = draftPair(apis, systemClock.now());
  return drafted.files.length > 1
    ? success({ apis, drafted })
    : failure(['nothing of the same name can be read by its id in both', ...drafted.open].join('\n  '));
}

/**
 * Prints the contracts of two OpenAPI documents in the form of a mapping file; returns 1 if they have nothing in
 * common.
 */
export function importContracts(
  files: readonly string[],
  { json }: { readonly json: boolean },
  { write, complain }: Terminal,
): ExitCode {
  const pair = readPair(files);
  if (!pair.ok) return refused([pair.failure], { complain }, 1);
  const { contracts, open } = pair.value.drafted;
  write(json ? JSON.stringify({ contracts, open }, null, 2) : contracts.trimEnd());
  if (!json) for (const line of open) complain(line);
  return 0;
}

/** Returns the settings of a pair: its origins, as far as the documents name them, and the folder of its mappings. */
function settingsOf({ v1, v2 }: ReadPair['apis']): string {
  const named = (text: string, side: string, origin: string | undefined): string =>
    origin === undefined ? text : text.replace(new RegExp(`#${side}: .*`), `${side}: ${origin}`);
  const text = named(named(settingsTemplate(), 'v1', v1.origin), 'v2', v2.origin);
  return text.replace('#mappings: mappings', 'mappings: mappings');
}

/** Options of initFrom. */
interface InitFrom {
  /** The settings file; the folder `mappings` is made beside it. */
  readonly file: string;
  readonly from: readonly string[];
  readonly force: boolean;
  readonly json?: boolean;
}

/** Writes settings, profile and a draft mapping for each kind of thing that both OpenAPI documents have. */
export function initFrom({ file, from, force, json = false }: InitFrom, terminal: Terminal): ExitCode {
  const { write, complain, colour } = terminal;
  const pair = readPair(from);
  if (!pair.ok) return refused([pair.failure], { complain }, 1);
  const { apis, drafted } = pair.value;
  const folder = join(dirname(file), 'mappings');
  mkdirSync(join(folder, 'fixtures'), { recursive: true });
  const files = [
    { name: file, text: settingsOf(apis), mode: 0o600 },
    ...drafted.files.map(({ name, text }) => ({ name: join(folder, name), text, mode: 0o644 })),
  ];
  for (const { name, text, mode } of files) {
    const saved = saveFile(name, text, { force, mode });
    if (!saved.ok) return refused([saved.failure], { complain }, 1);
  }
  const { faults, open } = drafted;
  if (json) {
    write(JSON.stringify({ files: files.map(({ name }) => name), faults, open }, null, 2));
    return 0;
  }
  for (const { name } of files) write(`wrote ${name}`);
  for (const fault of faults) complain(renderFault(fault, { colour }));
  for (const line of open) complain(line);
  write(`to do: ${faults.length} faults; go on with: lifeboat check --mappings ${folder}`);
  return 0;
}
