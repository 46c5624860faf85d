import type { Publication } from '../../src/documents/publication.js';
import { publicationOf } from './publication.ts';

/** Text that tries to end every kind of markup around it. */
export const HOSTILE = `</code></script><script>alert("1")</script> | \`x\` ' " & *b* [l](javascript:1) --> */`;

/** The shipped mappings with hostile text in every reason, fixture name and fixture value. */
export function hostilePublication(): Publication {
  const publication = publicationOf();
  const resources = publication.resources.map((resource) => ({
    ...resource,
    ledger: {
      ...resource.ledger,
      attributes: resource.ledger.attributes.map((line) =>
        line.reason === undefined ? line : { ...line, reason: HOSTILE },
      ),
      drops: resource.ledger.drops.map((line) => ({ ...line, reason: HOSTILE })),
    },
  }));
  const fixtures = publication.fixtures.map((fixture) => ({
    ...fixture,
    name: HOSTILE,
    gets: { ...fixture.gets, body: { data: HOSTILE } },
  }));
  return { ...publication, resources, fixtures };
}
