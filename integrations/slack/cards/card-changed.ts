import { z } from 'zod';

/** Payload of a `card-changed` job. */
export const CardChanged = z.object({ actionCardId: z.string() });
