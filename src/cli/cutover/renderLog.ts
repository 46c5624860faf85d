import type { z } from 'zod';
import { deedText, timeText } from '../../operator/deedText';
import type { stageViews } from '../../operator/stageViews';

type Event = z.output<(typeof stageViews)['log']['output']>[number];

/** Renders the log as sentences, oldest first; `verbose` adds the gate's verdict at every move. */
export function renderLog(log: readonly Event[], verbose: boolean): readonly string[] {
  if (log.length === 0) return ['nothing was changed yet'];
  return log.flatMap((event) => [
    `${timeText(event.at)}  ${event.actor} ${deedText(event)}: ${event.reason}`,
    ...(verbose ? event.evidence.map((sentence) => `    ${sentence}`) : []),
  ]);
}
