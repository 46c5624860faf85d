import { statSync } from 'node:fs';
import Database from 'libsql';

/**
 * Remembers which file a path names now; the returned check throws once it is another, is gone, or is not sound. A
 * database that is open does not notice by itself: it goes on reading its cache and writing into a file nobody can find.
 */
export function watchFile(path: string): () => void {
  const born = statSync(path).ino;
  return () => {
    if (statSync(path).ino !== born) throw new Error('the file has been replaced');
    const database = new Database(path, { fileMustExist: true });
    try {
      const [found]: unknown[] = database.prepare('PRAGMA quick_check').raw().all();
      if (String(found) !== 'ok') throw new Error(`the file is corrupt: ${String(found)}`);
    } finally {
      database.close();
    }
  };
}
