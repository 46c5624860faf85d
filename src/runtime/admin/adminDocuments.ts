import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { Guide } from '../../documents/guide/migrationGuide';
import { type AdminPage, jsonPage } from '../../http/admin/adminApp';
import { GUIDE_POLICY } from '../../http/admin/servedGuide';
import { summarizeLedgers } from '../../mapping/compile/ledger';
import type { AskedDocuments, DocumentPages } from '../reload/makeDocuments';

/** Makes documents without blocking the event loop. */
interface DocumentMaker {
  readonly documents: (askedDocuments: AskedDocuments) => Promise<DocumentPages>;
}

/** Serves the documents of the mappings in force. */
export interface AdminDocuments {
  readonly pages: Readonly<Record<'/ledger', () => AdminPage>> &
    Readonly<Record<'/openapi.json' | '/guide', () => Promise<AdminPage>>>;
  /** The guide of the mappings in force as plain data. */
  readonly guide: () => Promise<Guide>;
  /** Returns the mappings in force. */
  readonly mappings: () => Mappings;
  /** Switches to other mappings; their examples are read from the folder unless they are given. */
  readonly use: (mappings: Mappings, examples?: readonly Fixture[]) => void;
}

/** Serves ledger, OpenAPI and guide; each text is made at its first request and then kept. */
export function adminDocuments(
  folder: string,
  firstMappings: Mappings,
  maker: DocumentMaker,
): AdminDocuments {
  let mappings = firstMappings;
  let examples: readonly Fixture[] | undefined;
  let keptPages: Promise<DocumentPages> | undefined;
  const make = (): Promise<DocumentPages> => {
    const madePages = maker.documents({ texts: mappings.texts, folder, examples });
    // A failure is not kept: the next request tries again.
    madePages.catch(() => {
      if (keptPages === madePages) keptPages = undefined;
    });
    return madePages;
  };
  const page = (type: string, name: keyof DocumentPages) => async (): Promise<AdminPage> => ({
    type: `${type}; charset=utf-8`,
    body: (await (keptPages ??= make()))[name],
  });
  return {
    pages: {
      '/ledger': () => {
        const { hash, ledgers } = mappings;
        return jsonPage({ mappings: hash, summary: summarizeLedgers(ledgers), ledgers });
      },
      '/openapi.json': page('application/json', 'openapi'),
      '/guide': async () => ({ ...(await page('text/html', 'html')()), policy: GUIDE_POLICY }),
    },
    guide: async () => JSON.parse((await page('application/json', 'json')()).body) as Guide,
    mappings: () => mappings,
    use: (next, fixtures) => {
      [mappings, examples, keptPages] = [next, fixtures, undefined];
    },
  };
}
