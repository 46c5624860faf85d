import { openWholeStore } from '../../../src/store/wholeStore';

/** Imports a former file into a store, and says that it begins and that it is done. */
async function main(path: string, file: string): Promise<void> {
  const { take, close } = await openWholeStore(path);
  process.stdout.write('begins\n');
  await take({ setting: 'comparison.store', file }, 1);
  process.stdout.write('is done\n');
  await close();
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
