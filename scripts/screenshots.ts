import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { TRACKERS } from '../integrations/trackers.js';
import { readConfig } from '../src/config/config.js';
import { createLog } from '../src/core/log.js';
import { startService } from '../src/server/service.js';
import { CHROMIUM_ARGS, chromiumPath } from '../test/sandbox/chromium.js';

/** Takes the README's screenshots of the demo team in the sandbox: `npm run screenshots`. */
async function main(): Promise<void> {
  if (!chromiumPath) throw new Error('No Chromium or Chrome in the usual places.');
  const dataDir = await mkdtemp(join(tmpdir(), 'belief-screenshots-'));
  const config = readConfig(
    { PORT: '0', DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' },
    TRACKERS,
  );
  const service = await startService(config, createLog('warn'), ['web', 'worker']);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${service.url}/sandbox`);
    await channel(page);
    await asked(page);
    await thread(page);
    await home(page);
    await issue(page);
  } finally {
    await browser.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: `docs/images/${name}.png` });

async function channel(page: Page): Promise<void> {
  const last = page.getByText('to have one posted here');
  await last.waitFor({ timeout: 60_000 });
  await page.reload(); // as a returning visitor sees it
  await last.waitFor();
  await shoot(page, 'channel');
}

async function asked(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message #user-research' });
  await composer.fill('/ask why do people still chase late payments by hand?');
  await composer.press('Enter');
  await page.getByText('Share to channel').last().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1_000);
  await shoot(page, 'ask');
}

async function thread(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message #user-research' });
  await composer.fill('@Belief Layer why do people chase late payments by hand?');
  await composer.press('Enter');
  await page.locator('.room:visible .thread-link').last().click();
  const panel = page.locator('aside.thread');
  await panel.getByRole('button', { name: /^Sources/ }).waitFor({ timeout: 60_000 });
  await panel.getByRole('textbox').fill('and what about card fees?');
  await panel.getByRole('textbox').press('Enter');
  await panel
    .getByRole('button', { name: /^Sources/ })
    .nth(1)
    .waitFor({ timeout: 60_000 });
  await panel
    .getByText('and what about card fees?')
    .first()
    .evaluate((said) => {
      said.closest('li')?.scrollIntoView();
    });
  await page.waitForTimeout(500);
  await shoot(page, 'thread');
  await panel.getByRole('button', { name: 'Close thread' }).click();
}

async function home(page: Page): Promise<void> {
  await page.getByText('Belief Layer', { exact: true }).first().click();
  await page.waitForTimeout(2_000);
  await shoot(page, 'home');
}

async function issue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'user-research' }).click();
  const list = page.locator('.room:visible .message', {
    hasText: 'to have one posted here',
  });
  for (const show of await list.getByRole('button', { name: 'Show card' }).all()) {
    await show.click();
  }
  const card = page
    .locator('.room:visible .message', { hasText: 'Stop charging for the person' })
    .filter({ has: page.locator('summary', { hasText: 'More…' }) });
  await card.locator('summary', { hasText: 'More…' }).click();
  await card.getByRole('button', { name: 'Create issue' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByLabel('research').check({ timeout: 60_000 });
  await modal.getByRole('button', { name: 'Create issue' }).click();
  await modal.getByText('Created in').waitFor({ timeout: 60_000 });
  await modal.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Issues' }).click();
  await page.getByRole('link', { name: 'Stop charging' }).click();
  await page.waitForTimeout(500);
  await shoot(page, 'issue');
}

await main();
