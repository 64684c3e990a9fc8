// Copies the data files that compiled code reads from its own folder (word lists, the demo team, styles) into dist/.
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';

const DATA = new Set(['.bin', '.txt', '.yaml', '.ndjson', '.css']);

for (const folder of ['src', 'demo'])
  for (const name of readdirSync(folder, { recursive: true }))
    if (DATA.has(path.extname(name))) {
      const file = path.join(folder, name);
      cpSync(file, path.join('dist', file));
    }
