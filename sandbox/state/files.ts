import { randomBytes } from 'node:crypto';

export interface SentFile {
  id: string;
  name: string;
  ownerId: string;
  content: Buffer;
}

const MIB = 1024 * 1024;
/** More than the bot reads, so that its own refusal can be seen. */
export const MOST_FILE_BYTES = 40 * MIB;
const MOST_KEPT_BYTES = 4 * MOST_FILE_BYTES;

/** Files that users sent, in memory; the oldest are evicted. */
export class FileStore {
  private readonly files = new Map<string, SentFile>();

  keep(draft: Omit<SentFile, 'id'>): SentFile {
    const file = { ...draft, id: `F${randomBytes(5).toString('hex').toUpperCase()}` };
    this.files.set(file.id, file);
    for (const [id] of this.files) {
      if (this.size() <= MOST_KEPT_BYTES) break;
      this.files.delete(id);
    }
    return file;
  }

  find(id: string): SentFile | undefined {
    return this.files.get(id);
  }

  private size(): number {
    return [...this.files.values()].reduce((sum, { content }) => sum + content.length, 0);
  }
}
