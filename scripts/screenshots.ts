import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { readConfig } from '../src/config.js';
import { createLog } from '../src/log.js';
import { startService } from '../src/service.js';
import { CHROMIUM_ARGS, chromiumPath } from '../test/sandbox/chromium.js';

/** Takes the pictures of the README from the demo team in the sandbox: `npm run screenshots`. */
async function main(): Promise<void> {
  if (!chromiumPath) throw new Error('No Chromium or Chrome in the usual places.');
  const dataDir = await mkdtemp(join(tmpdir(), 'belief-screenshots-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' });
  const service = await startService(config, createLog('warn'), ['web', 'worker']);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${service.url}/sandbox`);
    await channel(page);
    await asked(page);
    await home(page);
  } finally {
    await browser.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: `docs/images/${name}.png` });

async function channel(page: Page): Promise<void> {
  const first = page.getByText('shipped fix', { exact: false }).first();
  await first.waitFor({ timeout: 60_000 });
  await first.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -200);
  await page.waitForTimeout(500);
  await shoot(page, 'channel');
}

async function asked(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const composer = page.getByRole('textbox').last();
  await composer.fill('/ask why do people still chase late payments by hand?');
  await composer.press('Enter');
  await page.getByText('Share to channel').last().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1_000);
  await shoot(page, 'ask');
}

async function home(page: Page): Promise<void> {
  await page.getByText('Belief Layer', { exact: true }).first().click();
  await page.waitForTimeout(2_000);
  await shoot(page, 'home');
}

await main();
