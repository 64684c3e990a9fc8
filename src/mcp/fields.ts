import * as z from 'zod';
import { integer } from '../api/endpoints/fields.js';
import { Count } from '../api/endpoints/values.js';

/** Number of items that a page of a tool may have: more would not fit into a model's window. */
const MAX_ITEMS = 25;

/** Arguments of a tool that returns a page. */
export const page = {
  limit: integer(1, MAX_ITEMS).default(10).meta({ description: 'Items of this page.' }),
  cursor: z.string().optional().meta({ description: '`cursor` of the page before.' }),
};

/** Fields of a page besides its items. */
export const paged = {
  cursor: z.string().nullable().meta({ description: 'For the next page; null on the last.' }),
  total: Count.optional(),
};

export const id = (what: string) => z.string().min(1).meta({ description: what });

/** The page for people. */
export const url = { url: z.string().optional().meta({ description: 'Page for people.' }) };
