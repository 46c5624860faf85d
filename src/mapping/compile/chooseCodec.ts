import type { Field } from '../../contract/field';
import type { Path } from '../yaml/yamlDocument';
import { type Complaints, didYouMean } from '../yaml/complaints';
import type { Codec, Kind } from '../codecs/codec';
import type { DateStyle } from '../codecs/dateCodec';
import { codecNamed, codecNames } from '../codecs/codecRegistry';
import type { RuleEntry } from '../yaml/ruleEntry';
import type { Source } from './sourcePath';

/** The two ends that a codec joins, and the place where it is written. */
interface Joint {
  readonly path: Path;
  readonly entry: RuleEntry;
  readonly v1: Field;
  readonly v2: Pick<Source, 'kind' | 'field'>;
}

/** Codecs do not look into lists: what stands in them has to be of one kind on both sides. */
function haveLikeElements({ v1, v2: { field: v2 } }: Joint): boolean {
  return v1.kind !== 'list' || v2?.kind !== 'list' || v1.element.kind === v2.element.kind;
}

/** Reports whether one end may send a list that the other does not take while the codec passes it on as it is. */
function letsListsThrough({ entry, v1, v2: { field: v2 } }: Joint, codec: Codec): boolean {
  if (!codec.exact || v1.kind !== 'freeObject' || v2?.kind !== 'freeObject') return false;
  const [source, target] = entry.to === undefined ? [v2, v1] : [v1, v2];
  return source.list && !target.list;
}

/** Finds the codec of a rule and checks that it fits both contracts; reports a misfit and returns undefined. */
export function chooseCodec(joint: Joint, complaints: Complaints, dates: DateStyle): Codec | undefined {
  const { entry, v1, v2 } = joint;
  const [kind1, kind2] = [v1.kind, v2.kind];
  const path = entry.codec === undefined ? joint.path : [...joint.path, 'codec'];
  const codec = codecNamed(entry.codec, dates);
  if ('kind' in codec) {
    complaints.report(path, {
      code: codec.kind === 'unknown' ? 'codec-unknown' : 'codec-argument',
      message:
        codec.kind === 'unknown'
          ? `there is no codec ${codec.name}`
          : `codec ${codec.name} takes ${codec.takes}`,
      hint:
        codec.kind === 'unknown'
          ? (didYouMean(codec.name, codecNames) ?? `the codecs are ${codecNames.join(', ')}`)
          : undefined,
    });
    return undefined;
  }
  if (!haveLikeElements(joint)) {
    const message = 'the lists of v1 and v2 do not hold the same kind of values';
    complaints.report(path, { code: 'codec-misfit', message });
    return undefined;
  }
  if (letsListsThrough(joint, codec)) {
    const message = 'a list may come here, and the other side takes none';
    complaints.report(path, {
      code: 'codec-misfit',
      message,
      hint: 'phpObject makes an object of it',
      part: 'key',
    });
    return undefined;
  }
  if (codec.fits(kind2, kind1)) return codec;
  complaints.report(path, {
    code: 'codec-misfit',
    message: `codec ${codec.name} does not join v2 ${kind2} and v1 ${kind1}`,
    hint: codecHint(kind2, kind1, dates),
  });
  return undefined;
}

/** Names the codecs that would fit. */
function codecHint(v2: Kind, v1: Kind, dates: DateStyle): string | undefined {
  const examples = [
    'same',
    'intString',
    'capitalized',
    'text',
    'date',
    'money(6)',
    'phpObject',
    { words: {} },
  ];
  const fitting = examples.flatMap((example) => {
    const codec = codecNamed(example, dates);
    return 'kind' in codec || !codec.fits(v2, v1) ? [] : [codec.name];
  });
  return fitting.length === 0 ? undefined : `these do: ${fitting.join(', ')}`;
}
