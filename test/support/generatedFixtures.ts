import { recordFixture } from '../../src/gateway/recordFixture';
import type { Fixture } from '../../src/mapping/loadFixtures';
import type { Mappings } from '../../src/mapping/loadMappings';
import { scriptsOf } from '../../src/witness/scriptsOf';

/** What `lifeboat fixture new` writes, for every operation. */
export async function generatedFixtures({ resources, operations }: Mappings): Promise<readonly Fixture[]> {
  const scripts = resources.flatMap((resource) =>
    resource.operations.flatMap((resolved) =>
      scriptsOf(resolved, resource).map((script) => ({ script, name: resolved.operation.name })),
    ),
  );
  return Promise.all(
    scripts.map(async ({ script, name }) => ({
      ...(await recordFixture(script, name, operations)),
      place: `${name}: ${script.name}`,
    })),
  );
}
