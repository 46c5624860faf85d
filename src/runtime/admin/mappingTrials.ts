import { basename } from 'node:path';
import type { LineTrials } from '../../operator/operatorParts';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import { type Clock, MINUTE_MS } from '../../contract/clock';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Mappings, MappingTexts } from '../../mapping/compile/loadMappings';
import type { MergedRecorder } from '../../shadow/recorder';
import type { MappingsThread } from '../reload/mappingsThread';

interface MappingTrialParts {
  readonly recorder: Pick<MergedRecorder, 'read'>;
  readonly mappings: () => Mappings;
  /** Folder of the fixtures that are played with other mappings. */
  readonly folder: string;
  /** Agreed differences in force. */
  readonly rules: readonly IgnoreRule[];
  readonly thread: Pick<MappingsThread, 'trial'>;
  readonly clock: Pick<Clock, 'steady'>;
}

/** Most recorded pairs that are kept, the latest ones; `comparison.bodyBytes` bounds each body. */
const MAX_PAIRS = 300;
const MAX_PAIRS_BYTES = 16 * 1024 * 1024;

/**
 * Time (ms) for which pairs are kept while nobody looks; after it they belong to another difference or other mappings.
 */
const PAIRS_SERVE_MS = 10 * MINUTE_MS;

/** Most lines of an answer; the rest are like them. */
const MAX_LINES = 20;

const sizeOf = ({ body, v2 = [] }: RecordedExchange): number =>
  v2.reduce((sum, answer) => sum + answer.body.length, body.length);

/** Keeps the latest reads that both sides have answered, while somebody looks. */
function createPairs({ recorder, clock }: MappingTrialParts) {
  let pairs: readonly RecordedExchange[] = [];
  let next = 0;
  let lookedAt = -Infinity;
  return {
    latest: () => pairs,
    read: async (): Promise<void> => {
      if (clock.steady() - lookedAt > PAIRS_SERVE_MS) pairs = [];
      lookedAt = clock.steady();
      const recorded = await recorder.read(next);
      ({ next } = recorded);
      const fit = recorded.exchanges.filter(({ method, v2 }) => method === 'GET' && v2 !== undefined);
      let bytes = 0;
      pairs = [...pairs, ...fit]
        .slice(-MAX_PAIRS)
        .toReversed()
        .filter((pair) => (bytes += sizeOf(pair)) <= MAX_PAIRS_BYTES)
        .toReversed();
    },
  };
}

const indentOf = (line: string): number => line.search(/\S|$/);

/** Finds the block that begins at `file:line`: that line, and those below it that are indented deeper. */
function findBlock({ files }: MappingTexts, location: string) {
  const [, name = '', number] = /^(.+):(\d+)$/.exec(location) ?? [];
  const { file, text } = files.find((mappingText) => basename(mappingText.file) === basename(name)) ?? {};
  const all = text?.split('\n') ?? [];
  const begin = Number(number) - 1;
  const head = all[begin];
  if (file === undefined || head === undefined) return undefined;
  const isInBlock = (line: string): boolean => line.trim() !== '' && indentOf(line) > indentOf(head);
  const below = all.slice(begin + 1);
  const end = below.findIndex((line) => !isInBlock(line));
  return { file, all, begin, length: 1 + (end === -1 ? below.length : end) };
}

/** A block of a mapping file: some of its lines, from an index. */
type Block = NonNullable<ReturnType<typeof findBlock>>;

/** Returns the texts with other lines in place of a block. Line ends of a form become those of a file. */
function replaceBlock(texts: MappingTexts, { file, all, begin, length }: Block, lines: string): MappingTexts {
  const text = all.toSpliced(begin, length, ...lines.replaceAll('\r\n', '\n').split('\n')).join('\n');
  return {
    ...texts,
    files: texts.files.map((mappingText) => (mappingText.file === file ? { file, text } : mappingText)),
  };
}

/** Opens the trials of one gateway. */
export function createMappingTrials(mappingTrialParts: MappingTrialParts): LineTrials {
  const { mappings, folder, rules, thread } = mappingTrialParts;
  const pairs = createPairs(mappingTrialParts);
  return {
    look: async (line) => {
      const { texts, hash } = mappings();
      const block = findBlock(texts, line);
      if (block === undefined) return undefined;
      const { all, begin, length } = block;
      await pairs.read();
      return { hash, text: all.slice(begin, begin + length).join('\n'), pairs: pairs.latest().length };
    },
    attempt: async ({ line, inForce, text }) => {
      const answer = (ok: boolean, ...lines: readonly string[]) => ({
        ok,
        lines: lines.slice(0, MAX_LINES),
      });
      const { texts, hash } = mappings();
      const block = hash === inForce ? findBlock(texts, line) : undefined;
      if (block === undefined)
        return answer(false, 'The mappings have changed meanwhile: look at the lines again.');
      await pairs.read();
      const exchanges = pairs.latest();
      if (exchanges.length === 0)
        return answer(false, 'No pair was recorded yet: leave the page open until both sides have answered.');
      const nextMappingTexts = replaceBlock(texts, block, text);
      const tried = await thread.trial({ folder, inForce: texts, other: nextMappingTexts, rules, exchanges });
      if (!tried.ok) return answer(false, ...tried.failure);
      const { lines, refusals } = tried.value;
      const why = refusals.map((reason) => `A reload would refuse it: ${reason}`);
      return answer(refusals.length === 0, ...why, ...lines);
    },
  };
}
