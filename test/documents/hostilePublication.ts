import type { Publication } from '../../src/documents/publication';
import { publicationOf } from './publication';

/** Text that ends every kind of markup it might be put into. */
export const HOSTILE = `</code></script><script>alert("1")</script> | \`x\` ' " & *b* [l](javascript:1) --> */`;

/** The shipped mappings, but every reason, fixture name and text of a fixture is hostile. */
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
