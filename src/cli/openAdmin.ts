import type { z } from 'zod';
import type { Environment } from '../config';
import { failure, type Result, success } from '../translation/result';
import { adminOrigin, type AdminPlace } from './adminOrigin';
import { adminToken } from './adminToken';
import { askAdmin } from './askAdmin';

/** Reads a page of a running gateway's admin port in the shape it has to have; the failure says what to do. */
export type ReadAdmin = <Page>(path: string, schema: z.ZodType<Page>) => Promise<Result<Page, string>>;

/** Finds the admin port as given or as configured; the failure tells every fault. */
export function openAdmin(
  place: AdminPlace,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<ReadAdmin, readonly string[]> {
  const origin = adminOrigin(place, environment, options);
  if (!origin.ok) return origin;
  const token = adminToken(place, environment);
  return success(async (path, schema) => {
    const answer = await askAdmin(origin.value, path, token);
    if (!answer.ok) return answer;
    const page = schema.safeParse(answer.value);
    return page.success
      ? success(page.data)
      : failure(`${origin.value} is the admin port of another version of Lifeboat`);
  });
}
