import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Environment } from '../../config';
import type { Effective } from '../../config/readConfig';
import { setSettings } from '../../config/renderSettings';
import { locatePath, withSetting } from '../../config/settingSources';
import { failure, type Result, success } from '../../contract/result';
import { parseKeyTable, readExchanges } from '../../gateway/keys/keyTable';
import { renderFault } from '../../mapping/yaml/fileFault';
import { printYaml } from '../../mapping/yaml/printYaml';
import { readBytes, reasonOf } from '../../runtime/files';
import type { DeployFile } from './deployPlan';

type Carried = Result<readonly DeployFile[], readonly string[]>;

const HEAD = `The settings that were in force when these files were written, but for the store (LIFEBOAT_STORE).
Paths are relative to this file.`;

/** Writes each v2 key that the table takes from the environment into the table: the environment is not carried. */
function carryKeys(file: string, text: string, environment: Environment): Result<string, readonly string[]> {
  const parsed = parseKeyTable(file, text);
  const exchanges = parsed.ok ? readExchanges(parsed.value, environment) : parsed;
  if (!parsed.ok || !exchanges.ok)
    return failure(
      (exchanges.ok ? [] : exchanges.failure).map((fault) => renderFault(fault, { colour: false })),
    );
  const keys = parsed.value.table.keys.map((entry, index) => ({
    ...entry,
    v2: (exchanges.value[index]?.v2 ?? []).map((value) => ({ value })),
  }));
  return success(printYaml({ keys }, 'v1 keys (as SHA-256) and the v2 keys they stand for.'));
}

/** Reads a file to carry; its text must be UTF-8, as every deploy file is. */
function carryFile(setting: string, file: string, name: string, environment: Environment): Carried {
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`${setting}: ${bytes.failure}`]);
  const text = bytes.value.toString();
  if (!Buffer.from(text).equals(bytes.value)) return failure([`${setting}: ${file} is no text in UTF-8`]);
  const carried = setting === 'keys.exchange' ? carryKeys(file, text, environment) : success(text);
  return carried.ok ? success([{ name, text: carried.value, mode: 0o600 }]) : carried;
}

function joined(carriedParts: readonly Carried[]): Carried {
  const failures = carriedParts.flatMap((carriedPart) => (carriedPart.ok ? [] : carriedPart.failure));
  return failures.length > 0
    ? failure(failures)
    : success(carriedParts.flatMap((carriedPart) => (carriedPart.ok ? carriedPart.value : [])));
}

/** Reads the YAML files of a folder and of its subfolders. */
function carryFolder(setting: string, folder: string, environment: Environment): Carried {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.yaml'));
    return joined(
      names.map((name) => carryFile(setting, join(folder, name), `${setting}/${name}`, environment)),
    );
  } catch (error) {
    return failure([`${setting}: ${folder} cannot be read: ${reasonOf(error)}`]);
  }
}

/** Collects the settings in force as `lifeboat.yaml`, and next to it every file that a setting names. */
export function carrySettings({ settings, sources }: Effective, environment: Environment): Carried {
  const set = setSettings(settings, sources).filter(({ leaf }) => leaf.name !== 'store');
  const named = set.map(({ leaf: { name, path, file }, source, value }) => {
    if (file !== true || typeof value !== 'string') return { path, value, files: success([]) };
    const filePath = locatePath(source, value);
    if (name === 'mappings') return { path, value: name, files: carryFolder(name, filePath, environment) };
    const copy = `${name}${extname(value)}`;
    return { path, value: copy, files: carryFile(name, filePath, copy, environment) };
  });
  const values = named.reduce<unknown>((settings, { path, value }) => withSetting(settings, path, value), {});
  const deployFile: DeployFile = { name: 'lifeboat.yaml', text: printYaml(values, HEAD), mode: 0o600 };
  return joined([success([deployFile]), ...named.map(({ files }) => files)]);
}
