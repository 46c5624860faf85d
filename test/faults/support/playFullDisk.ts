import { limitedFolder, smallDisk, type SmallDisk } from '../../support/smallDisk.ts';
import { comparisonStory, cutoverStory, indexStory } from './fullDiskStories.ts';

const [, , wayName = '', path = ''] = process.argv;

/** Plays the stories of a full disk in a process of its own, which can be limited, and prints how they went. */
async function play(open: (path: string) => SmallDisk): Promise<void> {
  const reported: unknown[] = [];
  for (const story of [indexStory, cutoverStory, comparisonStory]) {
    const disk = open(`${path}/${story.name}`);
    try {
      reported.push(await story(disk));
    } finally {
      disk.close();
    }
  }
  process.stdout.write(JSON.stringify(reported));
}

void play(wayName === 'limited' ? limitedFolder : smallDisk);
