import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { Codec, Kind } from '../translation/codec';
import type { DateStyle } from '../translation/codecs/date';
import { codecNamed, codecNames } from './codecNamed';
import type { Complaints } from './complaints';
import type { RuleEntry } from './ruleEntry';

/** What a codec has to join: where it is written and the two kinds. */
interface Joint {
  readonly path: Path;
  readonly entry: RuleEntry;
  readonly v1: Kind;
  readonly v2: Kind;
}

/** The codec of a rule, checked to fit both contracts; complains and answers undefined when it does not. */
export function chooseCodec(joint: Joint, complaints: Complaints, dates: DateStyle): Codec | undefined {
  const { entry, v1, v2 } = joint;
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
  if (codec.fits(v2, v1)) return codec;
  complaints.report(path, {
    code: 'codec-misfit',
    message: `codec ${codec.name} does not join v2 ${v2} and v1 ${v1}`,
    hint: codecHint(v2, v1, dates),
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
