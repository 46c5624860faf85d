import { createHash } from 'node:crypto';
import { createContractsComputation, operationsV1 } from '../../contract/contracts';
import type { Field } from '../../contract/field';

/** Names that both APIs put around the members of the contracts: lists, links, pages, refusals, amounts of money. */
const ENVELOPE_NAMES = `
  answer status headers content-type content-language content-disposition location
  www-authenticate data id type attributes relationships message errors error code action links
  first last prev next meta current_page from last_page path per_page to total url label active
  page query previous_status success format format_readable value amount currency symbol
`
  .trim()
  .split(/\s+/);

function namesIn(field: Field): readonly string[] {
  if (field.kind === 'list') return namesIn(field.element);
  if (field.kind !== 'object') return [];
  return [...field.members].flatMap(([name, member]) => [name, member.alsoNamed ?? name, ...namesIn(member)]);
}

/** Names of the parameters of v1 (observed). */
export const queryNames = Object.values(operationsV1).flatMap(({ query }) => query.map(({ name }) => name));

const promisedNames = createContractsComputation(
  (contracts): ReadonlySet<string> =>
    new Set([...ENVELOPE_NAMES, ...queryNames, ...contracts.flatMap(namesIn)]),
);

/** Returns eight digits of a text's hash, the same everywhere. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

const STAND_IN = /^#[0-9a-f]{8}$/;

/**
 * Returns the name of a member in a form that may be kept and shown. A name that no contract knows is a word of
 * upstream or of a seller, perhaps a login: it becomes `#` and eight digits of its hash, the same everywhere.
 */
export function shownName(name: string): string {
  if (promisedNames().has(name) || STAND_IN.test(name)) return name;
  return `#${shortHash(`member ${name}`)}`;
}
