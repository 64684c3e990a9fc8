import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../start/support.js';
import { TestProcess } from '../support/process.js';
import { CHROMIUM_ARGS, chromiumNote, chromiumPath } from './chromium.js';

const DEADLINE_MS = 40_000;

describe.skipIf(!chromiumPath)(
  `the first five minutes in the sandbox${chromiumNote}`,
  { timeout: 180_000 },
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'belief-tour-'));
    let service: TestProcess;
    let browser: Browser;
    let url: string;
    beforeAll(async () => {
      service = new TestProcess(
        'src/main.ts',
        [],
        { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
        dataDir,
      );
      browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
      url = await addressOf(service);
    }, 300_000);
    afterAll(async () => {
      await browser?.close();
      await service?.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    });

    async function open(width = 1400, height = 900): Promise<Page> {
      const page = await browser.newPage({ viewport: { width, height } });
      page.setDefaultTimeout(DEADLINE_MS);
      await page.goto(`${url}/sandbox?as=UMAYA`);
      await page.locator('body[data-live]').waitFor();
      return page;
    }
    const picture = async (page: Page, name: string) => {
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
    };
    const step = (page: Page, name: string, done = false) =>
      page.locator(`#tour [data-step="${name}"]${done ? '[data-done]' : ''}`);

    it('ticks its steps off as they are done, and stays put away', async () => {
      const page = await open();
      await expect.poll(() => page.locator('[data-tour-count]').textContent()).toBe('0 of 5');
      const link = page.getByRole('link', { name: 'page behind the first card' });
      expect(await link.getAttribute('href')).toMatch(/^\/p\/(signals|recommendations)\/[\w.-]+$/);
      await picture(page, 'tour-start');
      await link.evaluate((element) => element.removeAttribute('href')); // its own room has the page
      await link.evaluate((element) => (element as HTMLElement).click());
      await step(page, 'card', true).waitFor();

      const question = (await step(page, 'question').locator('b').textContent()) ?? '';
      const composer = page.locator('.room:visible .composer textarea');
      await composer.fill(question);
      await composer.press('Enter');
      await step(page, 'question', true).waitFor();

      await page.locator('.room:visible .composer input[type=file]').setInputFiles({
        name: 'rina.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(
          'Interviewer: How was setting up?\nRina: Honestly the import took me three hours and then it failed.\n',
        ),
      });
      await composer.press('Enter');
      await page
        .getByRole('button', { name: /read|study/i })
        .last()
        .waitFor();
      await picture(page, 'tour-middle');
      expect(await page.locator('[data-tour-count]').textContent()).toBe('2 of 5');

      await page.locator('#tour summary').click();
      await page.reload();
      await page.locator('body[data-live]').waitFor();
      expect(await page.locator('#tour').getAttribute('open')).toBeNull();
      await page.locator('#tour summary').click();
      await step(page, 'card', true).waitFor();
      await step(page, 'question', true).waitFor();
      await page.close();
    });

    it('is closed on a phone, where it covers no message', async () => {
      const page = await open(390, 844);
      expect(await page.locator('#tour').getAttribute('open')).toBeNull();
      await picture(page, 'tour-phone');
      const composer = page.locator('.room:visible .composer textarea');
      expect(await composer.isVisible()).toBe(true);
      await page.locator('#tour summary').click();
      await picture(page, 'tour-phone-open');
      expect(await composer.isVisible()).toBe(true);
      await page.close();
    });
  },
);
