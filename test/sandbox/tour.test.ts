import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { folderOf, talkOf } from '../interviews/talks.js';
import { addressOf } from '../start/support.js';
import { TestProcess } from '../support/process.js';
import { CHROMIUM_ARGS, chromiumNote, chromiumPath } from './chromium.js';

const DEADLINE_MS = 40_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    within: string,
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

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
    /** A write of `/v1`, as an agent with the demo key would do it. */
    async function call(path: string, body?: object) {
      const response = await fetch(`${url}/v1/recommendations${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Bearer ${/Demo key +(bl_\S+)/.exec(service.stdout)?.[1]}`,
          'Content-Type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(200);
      return (await response.json()).data;
    }
    async function acceptOne(): Promise<string> {
      const [{ recommendationId }] = await call('?status=open');
      await call(`/${recommendationId}/decision`, { decision: 'accepted' });
      return `/${recommendationId}`;
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
      // only who opens the page has opened it, whatever else was done to cards
      const id = await acceptOne();
      const looked = page.waitForResponse('**/sandbox/tour');
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await (await looked).finished();
      expect(await page.locator('[data-tour-count]').textContent()).toBe('0 of 5');
      const link = step(page, 'card').getByRole('link');
      expect(await link.getAttribute('href')).toMatch(/^\/p\/(signals|recommendations)\/[\w.-]+$/);
      await picture(page, 'tour-start');
      const opened = page.waitForEvent('popup');
      await link.click();
      await (await opened).close();
      await step(page, 'card', true).waitFor();

      await step(page, 'question').getByRole('button').click();
      await page.keyboard.press('Enter');
      await step(page, 'question', true).waitFor();
      expect(await page.locator('[data-tour-count]').textContent()).toBe('2 of 5');
      await picture(page, 'tour-middle');

      await call(`${id}/work-items`, { url: 'https://github.com/acme/app/issues/3' });
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await step(page, 'issue', true).waitFor();
      await call(`${id}/outcome`, { outcome: 'shipped' });
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await step(page, 'shipped', true).waitFor();

      await page.locator('.room:visible input[type=file]').setInputFiles({
        name: 'rina.vtt',
        mimeType: 'text/vtt',
        buffer: Buffer.from(
          'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Rina>The import took me three hours, I gave up twice.\n',
        ),
      });
      await page.locator('.attached li', { hasText: 'rina.vtt' }).waitFor();
      await page.getByRole('textbox', { name: 'Message #user-research' }).press('Enter');
      await page
        .locator('.room:visible .message', { hasText: 'rina.vtt' })
        .locator('.thread-link')
        .click();
      const thread = page.locator('aside.thread');
      await thread.locator('input[type=search]').fill('fortnight');
      await thread
        .getByRole('button', { name: 'The first fortnight with Kettle', exact: true })
        .click();
      await expect.poll(() => page.locator('[data-tour-count]').textContent()).toBe('all done');
      expect(await page.locator('#tour').getAttribute('open')).toBeNull();
      await picture(page, 'tour-done');

      await page.reload();
      await page.locator('body[data-live]').waitFor();
      expect(await page.locator('#tour').getAttribute('open')).toBeNull();
      await page.locator('#tour summary').click();
      await step(page, 'card', true).waitFor();
      await step(page, 'question', true).waitFor();
      await page.close();
    });

    it.each([
      [390, 'light'],
      [390, 'dark'],
      [1400, 'light'],
      [1400, 'dark'],
    ] as const)('has no accessibility error at %i pixels, %s', async (width, colorScheme) => {
      // axe itself is a script that the sandbox's policy forbids
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        bypassCSP: true,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(DEADLINE_MS);
      await page.goto(`${url}/sandbox?as=UMAYA`);
      await page.locator('body[data-live]').waitFor();
      const tour = page.locator('#tour');
      if ((await tour.getAttribute('open')) === null) await tour.locator('summary').click();
      await step(page, 'interview').waitFor();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: Axe }).axe.run('#tour'),
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await context.close();
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

describe.skipIf(!chromiumPath)(
  `a team in whose interviews no belief was found${chromiumNote}`,
  { timeout: 180_000 },
  () => {
    it('is sent to App Home, which says how to go on', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'belief-tour-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
      const env = { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' };
      const cli = async (...args: string[]): Promise<string> => {
        const command = new TestProcess('src/cli/main.ts', args, env, dataDir);
        await command.ended;
        return command.stdout;
      };
      const { teamId } = JSON.parse(await cli('team', 'create', '--name', 'Own', '--json'));
      const talk = talkOf('Mara', 'Ole', (answer, place) =>
        place === 4 ? 'I have nothing else to say about all of that.' : answer,
      );
      await cli('ingest', folderOf({ 'a.txt': talk }), '--team', teamId, '--study', 'Billing');

      const service = new TestProcess('src/main.ts', [], { ...env, PORT: '0' }, dataDir);
      onTestFinished(async () => void (await service.end('SIGTERM')));
      const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      page.setDefaultTimeout(DEADLINE_MS);
      await page.goto(`${await addressOf(service)}/sandbox?as=UMAYA`);
      const step = page.locator('#tour [data-step="card"]');
      expect(await step.textContent()).toContain('No belief was found in your interviews yet');
      await step.getByRole('link').click();
      const home = page.locator('.room:visible');
      await home.getByText('Let a coding agent read the interviews').waitFor();
      expect(await home.getByRole('button', { name: 'Name it…' }).count()).toBeGreaterThan(0);
    });
  },
);
