import { type Result, success } from '../../contract/result';
import type { FilesState } from '../../operator/operatorParts';

/** Checks the mapping files and plays their fixtures; returns the fixtures, or every reason against the files. */
export type CheckFiles = () => Promise<Result<{ readonly fixtures: readonly unknown[] }, readonly string[]>>;

/** Makes the check from a function that reads the files as a reload does. */
export const checkBy =
  (
    read: () => Promise<Result<'unchanged' | { readonly fixtures: readonly unknown[] }, readonly string[]>>,
  ): CheckFiles =>
  async () => {
    const files = await read();
    if (!files.ok) return files;
    return success(files.value === 'unchanged' ? { fixtures: [] } : files.value);
  };

/** Time (ms) for which a result of the check is used: a check takes seconds of a processor, in its own thread. */
const SERVES = 10 * 60_000;

/** Most reasons that a page shows. */
const MOST_REASONS = 20;

/** Makes the state of the mapping files on the disk: checks them when somebody looks, and again when they change. */
export function createFilesState(check: CheckFiles, now: () => number): (hash: string) => FilesState {
  let last: { readonly hash: string; readonly until: number } | undefined;
  let state: FilesState = { kind: 'checking' };
  const run = async (): Promise<void> => {
    const checked = await check();
    state = checked.ok
      ? { kind: 'passed', fixtures: checked.value.fixtures.length }
      : { kind: 'refused', reasons: checked.failure.slice(0, MOST_REASONS) };
  };
  return (hash) => {
    if (last?.hash !== hash || now() >= last.until) {
      last = { hash, until: now() + SERVES };
      // A check that failed to run is repeated at the next look.
      void run().catch(() => (last = undefined));
    }
    return state;
  };
}
