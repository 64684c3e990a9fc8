import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../start/support.js';
import { TestProcess } from '../support/process.js';
import { CHROMIUM_ARGS, chromiumNote, chromiumPath } from './chromium.js';

const DEADLINE_MS = 60_000;

/** The whole service as `npm start` starts it, with the demo team; each test has a card of its own. */
describe.skipIf(!chromiumPath)(
  `a newcomer in the sandbox${chromiumNote}`,
  { timeout: 120_000 },
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'belief-newcomer-'));
    let service: TestProcess;
    let browser: Browser;
    let url: string;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      service = new TestProcess(
        'src/main.ts',
        [],
        { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
        dataDir,
      );
      browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
      url = await addressOf(service);
      await showWaitingCards();
    }, 300_000);
    afterAll(async () => {
      await browser?.close();
      await service?.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    });
    beforeEach(async () => {
      complaints.length = 0;
      page = await openAs('UMAYA');
    });
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(complaints).toEqual([]);
    });

    /** Only the first cards are posted by themselves; a message lists the rest. */
    async function showWaitingCards(): Promise<void> {
      const opened = await browser.newPage();
      await opened.goto(`${url}/sandbox?as=UMAYA`);
      const list = cardIn(opened, 'to have one posted here');
      await list.waitFor({ timeout: DEADLINE_MS });
      for (const show of await list.getByRole('button', { name: 'Show card' }).all()) {
        await show.click();
      }
      await cardIn(opened, 'A study has stopped teaching you').waitFor({ timeout: DEADLINE_MS });
    }

    /** The channel as one person sees it, once the cards are there; what the browser complains about is kept. */
    async function openAs(person: 'UMAYA' | 'UTOM'): Promise<Page> {
      const opened = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      opened.setDefaultTimeout(DEADLINE_MS);
      opened.on('pageerror', (error) => complaints.push(error.message));
      opened.on('console', (said) => {
        if (said.type() === 'error') complaints.push(said.text());
      });
      await opened.goto(`${url}/sandbox?as=${person}`);
      await cardIn(opened, 'A study has stopped teaching you').waitFor();
      return opened;
    }
    const cardIn = (on: Page, words: string): Locator =>
      on.locator('.room:visible .message', { hasText: words });
    const card = (words: string): Locator => cardIn(page, words);
    const press = (within: Locator, name: string): Promise<void> =>
      within.getByRole('button', { name, exact: true }).click();

    /** Chooses from the menu of a card, in which each move says what it does. */
    async function fromMenu(within: Locator, move: string): Promise<void> {
      await within.locator('summary', { hasText: 'More…' }).click();
      await within.locator('[data-choose]', { hasText: move }).click();
    }

    async function say(text: string): Promise<Locator> {
      const composer = page.getByRole('textbox', { name: 'Message #user-research' });
      await composer.fill(text);
      await composer.press('Enter');
      return card(text.replace('@', '')).last();
    }

    it('resolves a card, which a colleague sees at once and which tells its thread', async () => {
      const tom = await openAs('UTOM');
      await press(card('3 interviews are left on the plan'), 'Resolve');
      const his = cardIn(tom, '3 interviews are left on the plan');
      await his.getByText('Resolved as handled by @Maya Lindqvist').waitFor();
      expect(await his.getByRole('button', { name: 'Resolve', exact: true }).count()).toBe(0);
      await his.locator('.thread-link').click();
      await tom
        .locator('aside.thread')
        .getByText('Resolved as handled by Maya Lindqvist')
        .waitFor();
      await press(his, 'Bring back');
      await card('3 interviews are left').getByRole('button', { name: 'Resolve' }).waitFor();
    });

    it('snoozes a card and wakes it', async () => {
      const snoozed = card('Call someone who felt strongly');
      await fromMenu(snoozed, 'Snooze for 1 hour');
      await snoozed.getByText('Snoozed until').waitFor();
      await press(snoozed, 'Wake now');
      await snoozed.getByText('Snooze ended by @Maya Lindqvist').waitFor();
      await snoozed.getByText('Snoozed until').waitFor({ state: 'detached' });
    });

    it('accepts a recommendation, which can be accepted no more', async () => {
      const recommended = card('Start with this week’s customers, not with an import');
      await press(recommended, 'Accept');
      await recommended.getByText('Recommendation accepted by @Maya Lindqvist').waitFor();
      expect(await recommended.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(
        0,
      );
    });

    it('makes an issue, closes it in the tracker, and is asked whether that shipped', async () => {
      const title = 'Stop charging for the person who helps';
      const recommended = card('Add a login that can see the diary');
      await fromMenu(recommended, 'Create issue');
      const modal = page.getByRole('dialog', { name: 'New Sandbox issue' });
      await modal.getByLabel('quick win').check();
      await press(modal, 'Create issue');
      const done = page.getByRole('dialog', { name: 'Work item' });
      await done.getByText('Created in Sandbox: TASK-1').waitFor();
      expect(await page.locator('#notice').textContent()).toBe('');
      await press(done, 'Done');
      await recommended.getByRole('link', { name: 'TASK-1' }).waitFor();

      await page.getByRole('link', { name: 'Issues' }).click();
      await page.getByRole('link', { name: title }).click();
      expect(await page.locator('.label').allTextContents()).toEqual(['quick win']);
      expect(await page.locator('.markdown').first().textContent()).toContain('SIG-');
      expect(await page.locator('.markdown').first().textContent()).toContain('☐ ');
      await press(page.locator('main'), 'Close as completed');
      await page.locator('.state', { hasText: 'Completed' }).waitFor();
      await page.getByRole('link', { name: 'Back to the channel' }).click();

      const question = card(`Shipped? ${title}`);
      await press(question, 'Mark as shipped');
      await question.getByText('Marked as shipped by Maya Lindqvist').waitFor();
      await recommended.getByText('Marked as shipped by @Maya Lindqvist').waitFor();
    });

    it('hands an issue to the stand-in agent, merges its pull request, and is asked whether that shipped', async () => {
      const recommended = card('Start with this week’s customers, not with an import');
      await press(recommended, 'Create issue');
      const modal = page.getByRole('dialog', { name: 'New Sandbox issue' });
      await modal.getByLabel('Hand to a coding agent').selectOption('Stand-in agent');
      await press(modal, 'Create issue');
      const done = page.getByRole('dialog', { name: 'Work item' });
      await done.getByText('Created in Sandbox').waitFor();
      await press(done, 'Done');
      const link = recommended.getByRole('link', { name: 'TASK-' });
      await recommended.getByText('Stand-in agent got').waitFor();

      await page.goto((await link.getAttribute('href')) ?? '');
      await press(page.locator('main'), 'Let the agent open a pull request');
      await press(page.locator('main'), 'Merge the pull request');
      await page.locator('#pull', { hasText: 'merged' }).waitFor();
      await page.getByRole('link', { name: 'Back to the channel' }).click();
      await recommended.getByText('(merged)').waitFor();
      const question = card('Shipped?').filter({ hasText: 'pull request' });
      await press(question, 'Mark as shipped');
      await question.getByText('Marked as shipped by Maya Lindqvist').waitFor();
    });

    it('asks the bot, asks on in the thread without a mention, and says that it helped', async () => {
      const question = await say('@Belief Layer why do people chase late payments by hand?');
      await question.locator('.thread-link').click();
      const answers = page.locator('aside.thread .message', { hasText: 'SIG-' });
      await answers.getByRole('button', { name: /^Sources/ }).waitFor();
      const reply = page.getByRole('textbox', { name: 'Reply' });
      await reply.fill('and what about card fees?');
      await reply.press('Enter');
      const second = answers.nth(1);
      await second.getByText('Card fees').first().waitFor();
      await second.getByRole('button', { name: 'This answer helped' }).click();
      await page.locator('aside.thread').getByText('Good to know, thank you.').waitFor();
    });

    it('saves what somebody wrote as evidence, once', async () => {
      const words = 'I looked at that empty page and put the phone away.';
      const said = await say(words);
      const menu = async (): Promise<void> => {
        await said.hover();
        await said.getByLabel('More message actions').click();
        await press(said, 'Save as evidence');
      };
      await menu();
      const modal = page.getByRole('dialog', { name: 'Save as evidence' });
      await modal.getByLabel('Who said it').fill('Dana Price');
      await modal.getByLabel('Study').fill('fortnight');
      await modal.getByRole('button', { name: 'The first fortnight with Kettle' }).click();
      await modal.getByPlaceholder('Choose what it is about').fill('empty customer');
      // of the chosen study, so that its name is not said
      await press(modal, 'Stuck at the empty customer list');
      await press(modal, 'Save');
      await modal.getByText('Stuck at the empty customer list').waitFor();
      await modal.getByText(/Saved/).first().waitFor();
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'hidden' });
      await menu();
      await modal.getByText('Maya Lindqvist has already saved this as evidence.').waitFor();
    });

    it('drops an interview on the channel, says which study it belongs to, and reads what became of it', async () => {
      const turns = [
        '<v Nora Interviewer>What happened when you opened it the first time?',
        '<v Ines Duarte>I hated the empty list. I gave up twice last week, it was so frustrating.',
      ];
      const cues = turns.map((turn, i) => `00:00:0${i + 1}.000 --> 00:00:0${i + 2}.000\n${turn}`);
      await page.locator('.room:visible input[type=file]').setInputFiles({
        name: 'ines.vtt',
        mimeType: 'text/vtt',
        buffer: Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`),
      });
      await page.locator('.attached li', { hasText: 'ines.vtt' }).waitFor();
      await page.getByRole('textbox', { name: 'Message #user-research' }).press('Enter');
      await card('ines.vtt').locator('.thread-link').click();
      const thread = page.locator('aside.thread');
      await thread.getByText('Which study does “ines.vtt” belong to?').waitFor();
      await thread.locator('input[type=search]').fill('fortnight');
      await press(thread, 'The first fortnight with Kettle');
      await thread.getByText('Read 1 file into “The first fortnight with Kettle”.').waitFor();
      await thread.getByText(/✓ ines\.vtt: 1 interview, [1-9]\d* quotes?\./).waitFor();
    });

    it('does not wait for the digest, which is posted once', async () => {
      await press(page.locator('.room:visible'), 'Post the digest now');
      await card('What your users have told you')
        .getByText('The strongest beliefs so far')
        .waitFor();
      await press(page.locator('.room:visible'), 'Post the digest now');
      await page.locator('#notice', { hasText: 'There is no digest' }).waitFor();
      expect(await card('What your users have told you').count()).toBe(1);
    });

    it('opens the bare address, and asks what the page proposes', async () => {
      await page.goto(url);
      expect(new URL(page.url()).pathname).toBe('/sandbox');
      const example = page.locator('.room:visible .example');
      const question = (await example.innerText()).replace('/ask ', '');
      await example.click();
      await page.keyboard.press('Enter');
      const answer = card(question).last();
      await answer.getByRole('button', { name: /^Sources/ }).waitFor();
      expect(await (await fetch(url)).json()).toMatchObject({ name: 'Belief Layer' });
    });

    it('pastes a link to a belief, which unfolds to what it says', async () => {
      const said = await say(`Look at ${url}/v1/signals/SIG-12 before Friday`);
      const unfurl = said.locator('.unfurl');
      await unfurl.getByText('New customers stop at the empty customer list').waitFor();
      expect(await unfurl.locator('blockquote').count()).toBeGreaterThan(0);
    });
  },
);
