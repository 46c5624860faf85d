import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { createNotifier, type Send } from '../cutover/createNotifier';
import type { Notice } from '../cutover/notice';
import type { Clock } from '../gateway/clock';
import { postToSlack, postToWebhook } from '../http/postNotice';
import type { Closers } from './closers';
import { logNotice } from './logNotice';
import { systemClock } from './systemClock';

/** Tells people what they want to hear of: in the log, and where the settings say. */
export function openNotifiers(
  { notify }: Config,
  logger: Logger,
  closers: Closers,
  clock: Clock = systemClock,
): (notice: Notice) => void {
  const { webhook, secret, slack } = notify;
  const sends: Send[] = [
    ...(webhook === undefined ? [] : [postToWebhook(webhook, secret, clock.now)]),
    ...(slack === undefined ? [] : [postToSlack(slack)]),
  ];
  const lost = ({ kind, id }: Notice): void =>
    logger.error({ notice: kind, id }, 'a notice could not be delivered');
  const notifiers = sends.map((send) => createNotifier(send, clock, lost));
  for (const { close } of notifiers) closers.add(close);
  const log = logNotice(logger);
  return (notice) => {
    log(notice);
    for (const notifier of notifiers) notifier.notify(notice);
  };
}
