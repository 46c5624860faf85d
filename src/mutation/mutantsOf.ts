import type { contracts } from '../contract/contracts';
import type { MappingFile } from '../mapping/mappingFile';
import type { Mutant } from './mutant';
import { changeCodec } from './operators/changeCodec';
import { changeDefault } from './operators/changeDefault';
import { changeDrift } from './operators/changeDrift';
import { changeEnvelope } from './operators/changeEnvelope';
import { changeIndex } from './operators/changeIndex';
import { changeOperation } from './operators/changeOperation';
import { changePolicy } from './operators/changePolicy';
import { changeRequired } from './operators/changeRequired';
import { changeRoute } from './operators/changeRoute';
import { changeStatement } from './operators/changeStatement';
import { dropEntry } from './operators/dropEntry';
import { exchangeSources } from './operators/exchangeSources';
import { swapSource } from './operators/swapSource';
import { subjectOf } from './subject';

const operators = [
  dropEntry,
  swapSource,
  exchangeSources,
  changeCodec,
  changeDefault,
  changePolicy,
  changeDrift,
  changeRequired,
  changeEnvelope,
  changeIndex,
  changeOperation,
  changeRoute,
  changeStatement,
];

/** Every single mistake of the kinds in `operators/` that can be made in a parsed mapping file. */
export function mutantsOf(file: MappingFile, known: typeof contracts): readonly Mutant[] {
  const subject = subjectOf(file, known);
  return subject === undefined ? [] : operators.flatMap((operator) => operator(subject));
}
