import type { Environment } from '../../config';
import { changedPage } from '../../cutover/adminPages';
import type { AdminPlace } from '../adminOrigin';
import { askCutover } from '../stage/askCutover';
import type { Terminal } from '../terminal';
import type { DiffExit } from './diffExit';
import { causeText, issueTitle } from './issuePhrases';
import { gatewaySource } from './reportSource';

/** The options of `lifeboat diff resolve`. */
export interface ResolveOptions extends AdminPlace {
  readonly reason: string;
  readonly actor: string;
  readonly json?: boolean;
}

/** Most places of one mapping line that one entry of the log names. */
const MOST_PLACES = 200;

/**
 * Has a running gateway write down that an issue is mended: what was seen of it before counts no more. 4 when it cannot be
 * asked, knows no such issue or refuses.
 */
export async function resolveIssue(
  id: string,
  options: ResolveOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { complain, write, colour } = terminal;
  const source = gatewaySource(options, {}, environment, { colour });
  if (!source.ok) {
    for (const line of source.failure) complain(line);
    return 3;
  }
  const report = await source.value();
  if (!report.ok) {
    complain(report.failure);
    return 4;
  }
  const issue = report.value.issues.find((one) => one.id === id);
  if (issue === undefined) {
    const known = report.value.issues.map((one) => `  ${one.id} ${issueTitle(one)}`);
    complain(`no issue ${id}${known.length === 0 ? '' : '; there are:'}`);
    for (const line of known) complain(line);
    return 4;
  }
  const causes = issue.places
    .slice(0, MOST_PLACES)
    .map(({ operation, path, kind }) => ({ operation, path, kind }));
  const change = { kind: 'resolve', issue: id, causes };
  const body = { resource: issue.resource, change, actor: options.actor, reason: options.reason };
  const request = {
    path: '/changes',
    body,
    schema: changedPage.pick({ kept: true }),
    place: options,
    environment,
  };
  const code = await askCutover(request, terminal, (_page, whole) => {
    if (options.json === true) {
      write(JSON.stringify(whole));
      return 0;
    }
    write(`${issueTitle(issue)} (${causeText(issue)}): what was seen so far counts no more`);
    return 0;
  });
  return code === 0 ? 0 : 4;
}
