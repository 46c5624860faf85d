import { rehearse } from '../../gateway/rehearse';
import { formsFolder } from '../../mapping/forms/formsFolder';
import { loadFixtures } from '../../mapping/loadFixtures';
import { loadMappings, type Mappings } from '../../mapping/loadMappings';
import { summarizeLedgers } from '../../mapping/summarizeLedgers';
import type { Fault } from '../../document/fault';
import { about } from './about';
import type { Finding } from './finding';
import { reasonOf } from '../reasonOf';

const { ok, error } = about('mappings');

const ADVICE = 'run: lifeboat check';

const faultFinding = ({ file, line, message, hint }: Fault): Finding =>
  error(`${file}:${line}: ${message}`, hint);

async function played(folder: string, { operations, forms }: Mappings): Promise<Finding[]> {
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) return fixtures.failure.map(faultFinding);
  const ofForms = loadFixtures(formsFolder(folder));
  if (!ofForms.ok) return ofForms.failure.map(faultFinding);
  const all = [...fixtures.value, ...ofForms.value];
  const differences = await rehearse(all, [...operations, ...forms]);
  const failed = differences.map(({ place, fixture, what }) =>
    error(`${place}: ${fixture}: ${what} is not as expected`, ADVICE),
  );
  return failed.length > 0 ? failed : [ok(`${all.length} fixtures as expected`)];
}

/** What is wrong with the mappings; the mappings too, when they can be used. */
export async function checkMappings(
  folder: string,
): Promise<{ readonly findings: Finding[]; readonly mappings?: Mappings }> {
  try {
    const mappings = loadMappings(folder);
    if (!mappings.ok) return { findings: mappings.failure.map(faultFinding) };
    const { hash, ledgers } = mappings.value;
    const findings = [ok(`${hash}: ${summarizeLedgers(ledgers)}`), ...(await played(folder, mappings.value))];
    return { findings, mappings: mappings.value };
  } catch (thrown) {
    return { findings: [error(`cannot be read: ${reasonOf(thrown)}`, 'see the setting "mappings"')] };
  }
}
