import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../contract/clock';
import { createSharedRounds } from '../../contract/journal';
import type { LeftWrite } from '../../cutover/writeList';
import type { NotedWrite, WriteJournal } from '../../gateway/outcome/recordOutcome';
import { reasonOf } from '../files';

/** Event that notes outlive: the end of the process, or even a loss of power. */
type Outlives = 'process' | 'power';

interface JournalParts {
  /** File of this process only. */
  readonly file: string;
  readonly outlives: Outlives;
  readonly clock: Clock;
  /** Receives the reason why notes cannot be written, and undefined once they can. */
  readonly changed: (reason: string | undefined) => void;
}

export interface OpenJournal extends WriteJournal {
  /** Removes the file, unless it holds a write whose outcome is unknown. */
  readonly close: () => void;
}

export const JOURNAL = '.journal';

/** Makes a name that no other process, now or before, has given its journal. */
export const journalName = (): string => `${process.pid}-${randomBytes(6).toString('hex')}${JOURNAL}`;

/** Longest time (ms) before the end of a write is written; it may be written earlier with the next beginning. */
const SETTLE_MS = 100;

/** Maximum size (bytes) of the file before it is rewritten with the open writes only. */
const MAX_JOURNAL_BYTES = 1024 * 1024;

/** Pause (ms) between attempts to write a file that cannot be written. */
const RETRY_PAUSE_MS = 1_000;

/**
 * Renders the beginning of a write after the notes of ended writes, each with a blank before it. Joined, the line is
 * one piece of memory. Only its target may contain a space.
 */
function beginningLine(endedLines: string, note: number, at: number, write: NotedWrite): string {
  const begin = endedLines === '' ? `+${note}` : `-${endedLines}\n+${note}`;
  const { id, resource, operation, caller, side, target } = write;
  return [begin, at, id, resource, operation, caller, side, `${target}\n`].join(' ');
}

/** Parses the line of a begun write. Returns undefined for a truncated line. */
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

/** Opens a file for appending. Only its owner may read it. */
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

/** File of a journal, which grows until it is emptied or rewritten. */
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

  /** Starts a new file with this text in place of the old one, whatever its state. */
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

/** Keeps a file in step with the running writes, and continues without it while it cannot be written. */
function createNotes(journal: JournalFile, { clock, changed }: Pick<JournalParts, 'clock' | 'changed'>) {
  /** Lines of the running writes, by their notes. */
  const open = new Map<number, string>();
  /** Notes of ended writes, each with a blank before it. */
  let endedLines = '';
  let most = MAX_JOURNAL_BYTES;
  let retryAt: number | undefined;

  const noteFailure = (error: unknown): void => {
    retryAt = clock.steady() + RETRY_PAUSE_MS;
    changed(reasonOf(error));
  };
  const renewFile = (): void => {
    journal.replace([...open.values()].join(''));
    most = Math.max(MAX_JOURNAL_BYTES, 2 * journal.size);
  };
  const noteWritten = (): void => {
    endedLines = '';
    if (retryAt === undefined) return;
    retryAt = undefined;
    changed(undefined);
  };
  /** Writes a line. Half a line from an earlier failure stays in the old file. */
  const writeLine = (line: string): void => {
    if (retryAt !== undefined && clock.steady() < retryAt) return;
    try {
      if (retryAt !== undefined || journal.size > most) renewFile();
      else journal.append(line);
      if (endedLines !== '' || retryAt !== undefined) noteWritten();
    } catch (error) {
      noteFailure(error);
    }
  };
  return {
    open,
    failed: noteFailure,
    begin: (note: number, noted: NotedWrite): void => {
      // While the file cannot be written, each line would repeat a growing list.
      const line = beginningLine(retryAt === undefined ? endedLines : '', note, clock.now(), noted);
      // In a rewritten file the notes of ended writes do not concern the open ones.
      open.set(note, line);
      writeLine(line);
    },
    end: (note: number): boolean => {
      const isOpen = open.delete(note);
      if (isOpen) endedLines += ` ${note}`;
      return isOpen;
    },
    /** Writes the notes of ended writes. */
    settle: (): void => writeLine(endedLines === '' ? '' : `-${endedLines}\n`),
    empty: (): void => {
      if (retryAt !== undefined) return;
      try {
        if (journal.isThere()) journal.empty();
        else renewFile();
        noteWritten();
      } catch (error) {
        noteFailure(error);
      }
    },
  };
}

/**
 * Opens the journal of a process: a line `+1 ..` for each write before its first byte is sent, and a line `- 1 2` for
 * writes with a known outcome. That line is written with the next write, or a little later: if it is lost, one answered
 * write is checked in vain. Throws if the file cannot be created.
 */
export function openWriteJournal({ file, outlives, clock, changed }: JournalParts): OpenJournal {
  const journal = new JournalFile(file, outlives);
  const notes = createNotes(journal, { clock, changed });
  const { open, failed } = notes;
  let latestNote = 0;
  let stopTimer: (() => void) | undefined;
  const settleNotes = (): void => {
    stopTimer = undefined;
    if (open.size > 0) notes.settle();
    else notes.empty();
  };
  const sync = createSharedRounds(() => journal.sync().catch(failed));
  return {
    begin: (noted) => {
      latestNote += 1;
      notes.begin(latestNote, noted);
      return latestNote;
    },
    lasting: () => (outlives === 'power' ? sync() : undefined),
    end: (note) => {
      if (notes.end(note)) stopTimer ??= clock.schedule(SETTLE_MS, settleNotes);
    },
    close: () => {
      stopTimer?.();
      settleNotes();
      journal.close();
      if (open.size === 0) fs.rmSync(file, { force: true });
    },
  };
}
