import { recordFixture } from '../../src/proof/fixturesPlay';
import type { Fixture } from '../../src/mapping/yaml/fixtureFile';
import type { Mappings } from '../../src/mapping/compile/loadMappings';
import { scriptsOf } from '../../src/proof/witnesses/scripts';

/** Returns what `lifeboat fixture new` writes, for every operation. */
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
