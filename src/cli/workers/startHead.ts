import type { Account } from '../../comparison/createAccounts';
import { comparisonMetrics } from '../../http/comparisonMetrics';
import { serverLimits as limits } from '../../http/serverLimits';
import { createAdminApp } from '../../http/createAdminApp';
import { startServer } from '../../http/startServer';
import type { Mappings } from '../../mapping/loadMappings';
import { failure, type Result, success } from '../../translation/result';
import { adminDocuments } from '../adminDocuments';
import { type Closers, createClosers } from '../closers';
import { cutoverControl } from '../cutoverControl';
import { openEvidence, type OpenedEvidence } from '../openEvidence';
import { openIndex } from '../openIndex';
import { openKeys } from '../openKeys';
import { openUpstreams, type Upstreams } from '../openUpstreams';
import { readMappings } from '../readMappings';
import { beginRecording } from '../recording/beginRecording';
import { readTls } from '../readTls';
import { followMappings } from '../reload/followMappings';
import { openReload, type ReloadSource } from '../reload/openReload';
import type { Started, StartPlan } from '../start';
import { systemClock as clock } from '../systemClock';
import type { AcceptedMappings } from './calls';
import { type AilingWorkers, createAilingWorkers } from './createAilingWorkers';
import { type Crew, createCrew } from './createCrew';
import { crewPages } from './crewPages';
import { forkWorker } from './forkWorker';
import { type CrewComparison, openCrewComparison } from './openCrewComparison';
import { type SharedCutover, shareCutover } from './shareCutover';
import { shareOf } from './shareOf';

/** What the head is put together from. */
interface HeadParts extends StartPlan, Upstreams {
  readonly count: number;
  readonly mappings: Mappings;
  readonly evidence: OpenedEvidence<CrewComparison>;
}

/** A crew and the cutover that its workers decide by: each needs the other. */
function openCrew(
  parts: HeadParts,
  accepted: () => AcceptedMappings,
  ailing: AilingWorkers,
): [Crew, SharedCutover] {
  const { config, origins, sandbox, logger, count, evidence } = parts;
  const { comparison } = evidence;
  const shared = shareCutover(evidence.cutover, (standings) => crew.follow(standings), clock);
  const { cutover } = shared;
  const crew = createCrew({
    ...{ fork: forkWorker, count, logger, clock, grace: config.deadlines.shutdown },
    left: (worker) => {
      ailing.forget(worker);
      comparison?.accounts.left(worker);
    },
    plan: () => ({
      ...{ config: shareOf(config, count), origins, standings: shared.standings(), mappings: accepted() },
      comparison: comparison?.plan,
      sandbox: sandbox && { keys: sandbox.keys },
    }),
    callsOf: (worker) => ({
      news: ({ served, ailing: sentences, compared }) => {
        ailing.note(worker, sentences);
        for (const one of served) cutover.served(one);
        if (compared !== undefined) comparison?.take(worker, compared);
      },
      ambiguous: cutover.ambiguous,
      undone: cutover.undone,
      noteFound: ({ id, found }) => cutover.noteFound(id, found),
      wantsControl: ({ operation, differences }) => comparison?.wantsControl(operation, differences) ?? false,
      recorded: (exchanges) => comparison?.recorder.take(exchanges),
    }),
  });
  comparison?.recorder.connect(() => crew.each('recorded', undefined));
  return [crew, shared];
}

/** Starts the admin port and then the workers; what is open ends in the opposite order. */
async function serveTogether(
  parts: HeadParts,
  closers: Closers,
): Promise<Result<Started, readonly string[]>> {
  const { config, mappings, logger, sandbox } = parts;
  const ailing = createAilingWorkers();
  const folder = config.mappings;
  const documents = adminDocuments(folder, mappings);
  const acceptedNow = ({ texts }: Mappings): AcceptedMappings => ({
    texts,
    guide: documents.pages['/guide'](),
  });
  let accepted = acceptedNow(mappings);
  let latest = accepted;
  const [crew, shared] = openCrew(parts, () => accepted, ailing);
  closers.add(shared.stop);
  let isEnding = false;
  const use: ReloadSource['use'] = (next, examples) => {
    documents.use(next, examples);
    const given = (latest = acceptedNow(next));
    const adopted = parts.evidence.adopt(next).then(async () => {
      // One that came later has overtaken it.
      if (given !== latest) return;
      accepted = given;
      await crew.each('mappings', given);
    });
    adopted.catch((error: unknown) => logger.error({ err: error }, 'the mappings were not taken over'));
  };
  const { hash, reload } = openReload({ folder, hash: mappings.hash, use, logger });
  const accounts = () => parts.evidence.comparison?.accounts.of() ?? new Map<string, Account>();
  const adminApp = createAdminApp({
    mappings: hash,
    pages: { ...crewPages(crew, comparisonMetrics(accounts)), ...documents.pages },
    ...parts.evidence.pages,
    isReady: () => !isEnding && crew.serving() > 0,
    ...cutoverControl(shared.cutover, config, () => [
      ...(parts.evidence.comparison?.ailing() ?? []),
      ...ailing.tell(),
    ]),
  });
  const admin = await startServer({ edge: adminApp, ...config.admin, tls: undefined, limits, clock });
  if (!admin.ok) return failure([`--admin-port, admin: ${admin.failure.message}`]);
  closers.add(() => admin.value.close(0));

  closers.add(crew.close);
  const serving = await crew.start();
  if (!serving.ok) return serving;
  closers.add(() => {
    isEnding = true;
  });
  followMappings({ folder, clock, logger, reload }, closers);
  const servers = { gateway: serving.value, admin: admin.value.origin };
  logger.info({ ...servers, workers: parts.count, mappings: hash() }, 'ready');
  return success({ ...servers, sandbox });
}

/** What every worker opens for itself is opened here once first: a fault in it ends the start, not each worker's. */
async function tryParts(
  { config, environment, colour }: StartPlan,
  { sandbox }: Upstreams,
): Promise<Result<undefined, readonly string[]>> {
  const tls = readTls(config.listen.tls);
  if (!tls.ok) return failure([tls.failure]);
  const keys = await openKeys({ settings: config.keys, environment, sandbox, colour });
  if (!keys.ok) return keys;
  const tried = createClosers(() => undefined);
  const index = await openIndex(config, tried);
  await tried.closeAll();
  return index.ok ? success(undefined) : failure([index.failure]);
}

/**
 * Starts the gateway as several processes on one port. This one, the head, holds the cutover, the admin port and the
 * sandbox; the workers answer clients and compare what they have answered. What they see is judged and kept here.
 */
export async function startHead(
  plan: StartPlan,
  count: number,
  closers: Closers,
): Promise<Result<Started, readonly string[]>> {
  const { config, logger, colour } = plan;
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const opened = await openUpstreams(plan, closers);
  if (!opened.ok) return failure([opened.failure]);
  const tried = await tryParts(plan, opened.value);
  if (!tried.ok) return tried;
  const hasV1 = opened.value.origins.v1 !== undefined;
  const gathers = { config, mappings: mappings.value, hasV1, logger, colour };
  const evidence = await openEvidence(gathers, openCrewComparison, closers);
  if (!evidence.ok) return evidence;
  const { recorder } = evidence.value.comparison ?? {};
  const begun = await beginRecording({ file: plan.record, recorder, logger }, closers);
  if (!begun.ok) return begun;
  const made = { count, mappings: mappings.value, evidence: evidence.value };
  return serveTogether({ ...plan, ...opened.value, ...made }, closers);
}
