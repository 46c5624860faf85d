import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../contract/clock';
import { shareRounds } from '../../contract/journal';
import type { LeftWrite } from '../../cutover/cutover';
import type { NotedWrite, WriteJournal } from '../../gateway/outcome/writeNotes';
import { reasonOf } from '../files';

/** The event that notes outlive: the end of the process, or a loss of power as well. */
type Outlives = 'process' | 'power';

/** Options of openWriteJournal. */
interface JournalParts {
  /** File of this process alone. */
  readonly file: string;
  readonly outlives: Outlives;
  readonly clock: Clock;
  /** Receives the reason when notes cannot be written, and undefined when they can be again. */
  readonly changed: (reason: string | undefined) => void;
}

/** A journal in a file. */
export interface OpenJournal extends WriteJournal {
  /** Removes the file, unless it holds a write whose outcome is unknown. */
  readonly close: () => void;
}

/** Ending of a journal's name. */
export const JOURNAL = '.journal';

/** Derives a name that no other process, now or before, has given its journal. */
export const journalName = (): string => `${process.pid}-${randomBytes(6).toString('hex')}${JOURNAL}`;

/** Longest time (ms) for which it is not written that a write has ended; it may be written with the next that begins. */
const SETTLE = 100;

/** Size (bytes) at which the file is written anew, with what is still open only. */
const MAX_JOURNAL_BYTES = 1024 * 1024;

/** Pause (ms) between attempts to write a file that cannot be written. */
const PAUSE = 1_000;

/**
 * Renders a write that begins, behind the notes of those that have ended, each behind a blank. Joined, it is one piece of
 * memory; none of its parts but the target holds a space.
 */
function opened(endedLines: string, note: number, at: number, write: NotedWrite): string {
  const begin = endedLines === '' ? `+${note}` : `-${endedLines}\n+${note}`;
  const { id, resource, operation, caller, side, target } = write;
  return [begin, at, id, resource, operation, caller, side, `${target}\n`].join(' ');
}

/** Parses one line of a write that has begun; undefined for one that was cut off. */
function readBegun(line: string): readonly [number, LeftWrite] | undefined {
  const [note, at, id, resource, operation, caller, side, ...target] = line.slice(1).split(' ');
  if (!id || !resource || !operation || caller === undefined || target.length < 2) return undefined;
  if (side !== 'v1' && side !== 'v2') return undefined;
  const write = { id, resource, operation, caller, side, target: target.join(' ') } as const;
  return [Number(note), { ...write, at: Number(at), problem: 'processEnded' }];
}

/** Reads the writes of a journal whose outcome is unknown. */
export function readJournal(text: string): readonly LeftWrite[] {
  const open = new Map<number, LeftWrite>();
  const lines = text.split('\n');
  lines.pop(); // empty, or cut off
  for (const line of lines) {
    const begunWrite = line.startsWith('+') ? readBegun(line) : undefined;
    if (begunWrite !== undefined) open.set(...begunWrite);
    if (line.startsWith('-')) for (const note of line.slice(1).split(' ')) open.delete(Number(note));
  }
  return [...open.values()];
}

/** Opens a file for appending; only its owner may read it. */
function openFile(file: string): number {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return fs.openSync(file, 'a', 0o600);
}

function syncFolder(file: string): void {
  const folder = fs.openSync(dirname(file), 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/** The file of a journal: it grows until it is emptied or written anew. */
class JournalFile {
  size = 0;
  private descriptor: number;

  constructor(
    private readonly file: string,
    private readonly outlives: Outlives,
  ) {
    this.descriptor = openFile(file);
    if (outlives === 'power') syncFolder(file);
  }

  append(text: string): void {
    const written = fs.writeSync(this.descriptor, text);
    this.size += written;
    if (written < text.length) throw new Error('the disk is full');
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) =>
      fs.fdatasync(this.descriptor, (error) => (error === null ? resolve() : reject(error))),
    );
  }

  /** Begins a new file with this text, in the place of whatever became of the old one. */
  replace(text: string): void {
    const next = `${this.file}.new`;
    fs.rmSync(next, { force: true });
    const descriptor = openFile(next);
    try {
      fs.writeFileSync(descriptor, text);
      if (this.outlives === 'power') fs.fsyncSync(descriptor);
      fs.renameSync(next, this.file);
      if (this.outlives === 'power') syncFolder(this.file);
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
    fs.closeSync(this.descriptor);
    this.descriptor = descriptor;
    this.size = Buffer.byteLength(text);
  }

  empty(): void {
    if (this.size > 0) fs.ftruncateSync(this.descriptor, 0);
    this.size = 0;
  }

  isThere(): boolean {
    return fs.fstatSync(this.descriptor).nlink > 0;
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}

/** Keeps a file in step with the writes under way, and goes on without it while it cannot be written. */
function createNotes(journal: JournalFile, { clock, changed }: Pick<JournalParts, 'clock' | 'changed'>) {
  /** Lines of the writes under way, by their notes. */
  const open = new Map<number, string>();
  /** Notes of writes that have ended, each behind a blank. */
  let endedLines = '';
  let most = MAX_JOURNAL_BYTES;
  let retryAt: number | undefined;

  const failed = (error: unknown): void => {
    retryAt = clock.steady() + PAUSE;
    changed(reasonOf(error));
  };
  const renew = (): void => {
    journal.replace([...open.values()].join(''));
    most = Math.max(MAX_JOURNAL_BYTES, 2 * journal.size);
  };
  const written = (): void => {
    endedLines = '';
    if (retryAt === undefined) return;
    retryAt = undefined;
    changed(undefined);
  };
  /** Writes a line; half a line of a failure before is left behind with the old file. */
  const write = (line: string): void => {
    if (retryAt !== undefined && clock.steady() < retryAt) return;
    try {
      if (retryAt !== undefined || journal.size > most) renew();
      else journal.append(line);
      if (endedLines !== '' || retryAt !== undefined) written();
    } catch (error) {
      failed(error);
    }
  };
  return {
    open,
    failed,
    begin: (note: number, noted: NotedWrite): void => {
      // While the file cannot be written, each line would repeat an ever longer list.
      const line = opened(retryAt === undefined ? endedLines : '', note, clock.now(), noted);
      // Written anew, what it says of writes that have ended says nothing of those that are open.
      open.set(note, line);
      write(line);
    },
    end: (note: number): boolean => {
      const isOpen = open.delete(note);
      if (isOpen) endedLines += ` ${note}`;
      return isOpen;
    },
    /** Writes what has ended. */
    settle: (): void => write(endedLines === '' ? '' : `-${endedLines}\n`),
    empty: (): void => {
      if (retryAt !== undefined) return;
      try {
        if (journal.isThere()) journal.empty();
        else renew();
        written();
      } catch (error) {
        failed(error);
      }
    },
  };
}

/**
 * Opens the journal of one process: a line `+1 ..` for each write before its first byte is sent, and a line `- 1 2` for
 * those whose outcome is known. That one is written with the next write that begins, or a little
 * later: lost, it costs a look at a write that was answered. Throws when the file cannot be created.
 */
export function openWriteJournal({ file, outlives, clock, changed }: JournalParts): OpenJournal {
  const journal = new JournalFile(file, outlives);
  const notes = createNotes(journal, { clock, changed });
  const { open, failed } = notes;
  let latestNote = 0;
  let stopTimer: (() => void) | undefined;
  const settle = (): void => {
    stopTimer = undefined;
    if (open.size > 0) notes.settle();
    else notes.empty();
  };
  const sync = shareRounds(() => journal.sync().catch(failed));
  return {
    begin: (noted) => {
      latestNote += 1;
      notes.begin(latestNote, noted);
      return latestNote;
    },
    lasting: () => (outlives === 'power' ? sync() : undefined),
    end: (note) => {
      if (notes.end(note)) stopTimer ??= clock.schedule(SETTLE, settle);
    },
    close: () => {
      stopTimer?.();
      settle();
      journal.close();
      if (open.size === 0) fs.rmSync(file, { force: true });
    },
  };
}
