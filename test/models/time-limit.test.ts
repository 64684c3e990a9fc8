import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { SdkLanguageModel } from '../../integrations/models/language-model.js';

const model = new SdkLanguageModel({
  provider: 'openai-compatible',
  model: 'silent',
  baseUrl: 'http://127.0.0.1:9/v1',
});
const request = { instructions: 'Say yes.', prompt: '{}', schema: z.object({ yes: z.boolean() }) };

afterEach(() => vi.restoreAllMocks());

/** A server that says nothing, whose client hears of no abort. */
const hearNothing = () =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));

it('a call ends after its time even if the abort is not heard', async () => {
  hearNothing();
  await expect(model.generate({ ...request, timeoutMs: 20 })).rejects.toMatchObject({
    reason: 'timeout',
  });
});

it('a call ends at once when the process ends, also one that begins after that', async () => {
  hearNothing();
  const ending = new AbortController();
  const asked = model.generate({ ...request, timeoutMs: 60_000, ending: ending.signal });
  ending.abort();
  await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
  const late = model.generate({ ...request, timeoutMs: 60_000, ending: ending.signal });
  await expect(late).rejects.toMatchObject({ reason: 'timeout' });
});
