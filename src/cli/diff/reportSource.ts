import { comparisonReport, type ComparisonReport } from '../../comparison/comparisonReport';
import type { Environment } from '../../config';
import { type Result, success } from '../../translation/result';
import type { AdminPlace } from '../adminOrigin';
import { openAdmin } from '../openAdmin';

/** Where a report comes from, asked anew every time. */
export type ReportSource = () => Promise<Result<ComparisonReport, string>>;

/** The running gateway, found as configured; the failure tells every fault of the settings. */
export function gatewaySource(
  place: AdminPlace,
  { since, budget }: { readonly since?: number | undefined; readonly budget?: number | undefined },
  environment: Environment,
  options: { readonly colour: boolean },
): Result<ReportSource, readonly string[]> {
  const admin = openAdmin(place, environment, options);
  const query = new URLSearchParams({
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    ...(budget === undefined ? {} : { budget: String(budget) }),
  }).toString();
  const path = query === '' ? '/comparison' : `/comparison?${query}`;
  return admin.ok ? success(() => admin.value(path, comparisonReport)) : admin;
}
