import type { Path } from '../../document/document';
import type { Mutant } from '../mutant';
import { statements } from '../statements';
import { ruleGroups, type Subject } from '../subject';

const dropped = (path: Path): Mutant => ({
  what: `${path.slice(-2).join('.')} missing`,
  path,
  edits: [{ path }],
});

/** Each rule, each drop, and whatever is said of operations and indexes taken away. */
export function dropEntry(subject: Subject): readonly Mutant[] {
  const { drops = {}, operations } = subject.file;
  const bodyDrops = Object.entries(operations).flatMap(([name, { body }]) =>
    Object.keys(body?.drops ?? {}).map((member) => ['operations', name, 'body', 'drops', member]),
  );
  return [
    ...ruleGroups(subject).flatMap((sites) => sites.map(({ path }) => path)),
    ...Object.keys(drops).map((field) => ['drops', field]),
    ...bodyDrops,
    ...statements(subject.file).map(({ path }) => path),
  ].map(dropped);
}
