import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTeam } from '../../demo/team.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { CHROMIUM_ARGS, chromiumNote, chromiumPath } from '../sandbox/chromium.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { startPages } from './served.js';

const database = useDatabase();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAGES = {
  index: '/p',
  belief: '/p/signals/sig-asking',
  quotes: '/p/signals/sig-asking?quotes=1',
  recommendation: '/p/recommendations/rec-reminders',
  study: '/p/studies/study-paid',
  missing: '/p/signals/nope',
};
const LOOKS = [390, 1_400].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

describe.skipIf(!chromiumPath)(`the demo team's pages in a browser${chromiumNote}`, () => {
  let browser: Browser;
  let open: TestApi;
  beforeAll(async () => {
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    const lines = demoTeam(ctx.now).map((line) => JSON.stringify(line));
    await importSnapshot(ctx, () => lines);
    open = await startPages(database, { openTeamId: teamId });
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: CHROMIUM_ARGS });
  });
  afterAll(async () => {
    await browser.close();
    await open.close();
  });

  it.each(LOOKS)(
    'fit $width pixels in $colorScheme, without an accessibility error',
    async ({ width, colorScheme }) => {
      // axe itself is a script, which the pages' policy forbids
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ viewport, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(open.url + path);
        const tooWide = 'document.documentElement.scrollWidth - window.innerWidth';
        expect(await page.evaluate(tooWide), name).toBeLessThanOrEqual(0);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: Axe }).axe.run(),
        );
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        expect(found, name).toEqual([]);
      }
      await context.close();
    },
  );

  it('load nothing from elsewhere, run nothing, and break no rule of their policy', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(open.url) && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    page.on('console', (said) => complaints.push(said.text()));
    for (const path of Object.values(PAGES).slice(0, 5)) await page.goto(open.url + path);
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.locator('script').count()).toBe(0);
  });

  it('are read with a keyboard: the content is one key away, and search needs no mouse', async () => {
    const page = await browser.newPage();
    await page.goto(`${open.url}/p`);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
    await page.getByLabel('Search').focus();
    await page.keyboard.type('money');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=money/);
    expect(await page.locator('.beliefs > li').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: /SIG-1 / }).press('Enter');
    await page.waitForURL(/\/p\/signals\/sig-asking$/);
    expect(await page.getByRole('img', { name: /Evidence over time/ }).count()).toBe(1);
  });

  it('are printed without their navigation', async () => {
    const page = await browser.newPage();
    await page.goto(`${open.url}/p/signals/sig-asking`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top').isVisible()).toBe(false);
    expect(await page.locator('h1').isVisible()).toBe(true);
  });
});
