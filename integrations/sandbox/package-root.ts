import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: static files stay there when the code runs from the build folder. */
export function packageRoot(from: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(from));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder)
      throw new Error(`No package.json was found above ${fileURLToPath(from)}.`);
    folder = parent;
  }
  return folder;
}
