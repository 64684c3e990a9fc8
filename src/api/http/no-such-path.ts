import { Refusal } from '../../errors.js';

export const noSuchPath = (path: string): Refusal =>
  new Refusal(
    'not_found',
    `There is nothing at ${JSON.stringify(path.slice(0, 200))}. The API is described at /docs and /openapi.json.`,
  );
