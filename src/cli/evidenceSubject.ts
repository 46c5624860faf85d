import { createHash } from 'node:crypto';
import type { Subject } from '../cutover/cutover';
import type { Mappings } from '../mapping/loadMappings';
import { cutoverSubject } from './cutoverSubject';

/** What evidence is collected with: mappings, this version of the gateway, and agreed differences by the hash of their file. */
export function evidenceSubject(mappings: Pick<Mappings, 'operations' | 'hash'>, rulesHash: string): Subject {
  const subject = cutoverSubject(mappings);
  if (rulesHash === '') return subject;
  const epoch = createHash('sha256').update(`${subject.epoch}\0${rulesHash}`).digest('hex');
  return { ...subject, epoch: epoch.slice(0, subject.epoch.length) };
}
