import type { Environment } from '../../config';
import { refusalPage } from '../../cutover/cutoverPages';
import { adminOrigin, type AdminPlace, adminToken, callAdmin } from '../adminClient';
import { type ExitCode, refused } from '../command';
import type { Terminal } from '../terminal';

/** Options of `lifeboat guide --client`. */
interface ClientGuideOptions extends AdminPlace {
  readonly client: string;
  readonly since: string;
  readonly format: 'markdown' | 'html' | 'json';
}

/** Prints the guide for one client of a running gateway; 1 when it cannot be asked or knows no such client. */
export async function printClientGuide(
  { client, since, format, ...place }: ClientGuideOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const origin = adminOrigin(place, environment, { colour });
  if (!origin.ok) return refused(origin.failure, { complain }, 1);
  const query = new URLSearchParams({ client, since, format }).toString();
  const token = adminToken(place, environment);
  const answer = await callAdmin(origin.value, { path: `/usage/guide?${query}`, token });
  if (!answer.ok) return refused([answer.failure], { complain }, 1);
  const { status, page, text } = answer.value;
  if (status !== 200) {
    const refusal = refusalPage.safeParse(page);
    return refused([refusal.success ? refusal.data.message : `answered ${status}`], { complain }, 1);
  }
  write(text.trimEnd());
  return 0;
}
