import { comparisonReport, type ComparisonReport } from '../../comparison/comparisonReport';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../translation/result';
import { adminOrigin, type AdminPlace } from '../adminOrigin';
import { adminToken } from '../adminToken';
import { askAdmin } from '../askAdmin';

/** Where a report comes from, asked anew every time. */
export type ReportSource = () => Promise<Result<ComparisonReport, string>>;

/** The running gateway, found as configured; the failure tells every fault of the settings. */
export function gatewaySource(
  place: AdminPlace,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<ReportSource, readonly string[]> {
  const origin = adminOrigin(place, environment, options);
  if (!origin.ok) return origin;
  const token = adminToken(place, environment);
  return success(async () => {
    const page = await askAdmin(origin.value, '/comparison', token);
    if (!page.ok) return page;
    const report = comparisonReport.safeParse(page.value);
    return report.success
      ? success(report.data)
      : failure(`${origin.value} is the admin port of another version of Lifeboat`);
  });
}
