import { z } from 'zod';
import { take } from './arguments.js';
import type { Method } from './method.js';
import { presentFile } from './present.js';
import { SlackError } from './slack-error.js';

export const filesInfo: Method = ({ workspace, options, args }) => {
  const input = take(z.looseObject({ file: z.string() }), args);
  const file = workspace.files.find(input.file);
  if (!file) throw new SlackError('file_not_found');
  const url = `${options.baseUrl()}/sandbox/file/${file.id}`;
  return { file: { ...presentFile(file), url_private: url, url_private_download: url } };
};
