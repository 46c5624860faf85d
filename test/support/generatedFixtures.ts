import { recordFixture } from '../../src/proof/fixturesPlay.js';
import type { Fixture } from '../../src/mapping/yaml/fixtureFile.js';
import type { Mappings } from '../../src/mapping/compile/loadMappings.js';
import { scriptsOf } from '../../src/proof/witnesses/scripts.js';

/** Returns what `lifeboat fixture new` writes, for every operation. */
export async function generatedFixtures({ resources, operations }: Mappings): Promise<readonly Fixture[]> {
  const scripts = resources.flatMap((resource) =>
    resource.operations.flatMap((resolved) =>
      scriptsOf(resolved, resource).map((script) => ({ script, resolved, resource: resource.name })),
    ),
  );
  return Promise.all(
    scripts.map(async ({ script, resolved, resource }) => ({
      ...(await recordFixture(script, resolved.operation.name, operations)),
      resource,
      place: `${resolved.operation.name}: ${script.name}`,
    })),
  );
}
