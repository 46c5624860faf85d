import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { Guide } from '../../documents/guide/migrationGuide';
import { type AdminPage, jsonPage } from '../../http/admin/adminApp';
import { GUIDE_POLICY } from '../../http/admin/servedGuide';
import { summarizeLedgers } from '../../mapping/compile/ledger';
import type { AskedDocuments, DocumentPages } from '../reload/makeDocuments';
import { MINUTE_MS } from '../../contract/clock';
import type { Result } from '../../contract/result';
import type { FilesState } from '../../operator/operatorParts';

/** Serves the documents of the mappings in force. */
export type AdminDocuments = ReturnType<typeof adminDocuments>;

/** Serves ledger, OpenAPI and guide. Each text is made at its first request and then kept. */
export function adminDocuments(
  folder: string,
  firstMappings: Mappings,
  maker: { readonly documents: (askedDocuments: AskedDocuments) => Promise<DocumentPages> },
) {
  let mappings = firstMappings;
  let examples: readonly Fixture[] | undefined;
  let keptPages: Promise<DocumentPages> | undefined;
  const makePages = (): Promise<DocumentPages> => {
    const madePages = maker.documents({ texts: mappings.texts, folder, examples });
    // A failure is not kept: the next request tries again.
    madePages.catch(() => {
      if (keptPages === madePages) keptPages = undefined;
    });
    return madePages;
  };
  const documentPage = (type: string, name: keyof DocumentPages) => async (): Promise<AdminPage> => ({
    type: `${type}; charset=utf-8`,
    body: (await (keptPages ??= makePages()))[name],
  });
  return {
    pages: {
      '/ledger': (): AdminPage => {
        const { hash, ledgers } = mappings;
        return jsonPage({ mappings: hash, summary: summarizeLedgers(ledgers), ledgers });
      },
      '/openapi.json': documentPage('application/json', 'openapi'),
      '/guide': async (): Promise<AdminPage> => ({
        ...(await documentPage('text/html', 'html')()),
        policy: GUIDE_POLICY,
      }),
    },
    /** The guide of the mappings in force as plain data. */
    guide: async () => JSON.parse((await documentPage('application/json', 'json')()).body) as Guide,
    /** Returns the mappings in force. */
    mappings: (): Mappings => mappings,
    /** Switches to other mappings. Their examples are read from the folder unless they are given. */
    use: (next: Mappings, fixtures?: readonly Fixture[]): void => {
      [mappings, examples, keptPages] = [next, fixtures, undefined];
    },
  };
}

/** Checks the mapping files and plays their fixtures; returns the fixtures, or every reason against the files. */
export type CheckFiles = () => Promise<
  Result<'unchanged' | { readonly fixtures: readonly unknown[] }, readonly string[]>
>;

/** Time (ms) for which a result of the check is used: a check takes seconds of a processor, in its own thread. */
const CHECK_SERVES_MS = 10 * MINUTE_MS;

/** Most reasons that a page shows. */
const MAX_REASONS = 20;

/** Creates the state of the mapping files on the disk: checks them when somebody looks, and again when they change. */
export function createFilesState(check: CheckFiles, now: () => number): (hash: string) => FilesState {
  let last: { readonly hash: string; readonly until: number } | undefined;
  let state: FilesState = { kind: 'checking' };
  const checkOnce = async (): Promise<void> => {
    const checked = await check();
    if (!checked.ok) state = { kind: 'refused', reasons: checked.failure.slice(0, MAX_REASONS) };
    else if (checked.value !== 'unchanged')
      state = { kind: 'passed', fixtures: checked.value.fixtures.length };
  };
  return (hash) => {
    if (last?.hash !== hash || now() >= last.until) {
      last = { hash, until: now() + CHECK_SERVES_MS };
      // A check that failed to run is repeated at the next look.
      void checkOnce().catch(() => (last = undefined));
    }
    return state;
  };
}
