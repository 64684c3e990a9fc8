import type { ModalView } from '@slack/types';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, chromiumNote, chromiumPath } from './chromium.js';
import { type Host, startHost } from './host.js';
import { sampleCard, sampleHome, sampleModal } from './sample-blocks.js';

const channel = 'CRESEARCH';
const DEADLINE_MS = 60_000;
/** After this a change that acts by itself has acted. */
const SETTLED_MS = 900;

describe.skipIf(!chromiumPath)(`the page in a browser${chromiumNote}`, () => {
  let browser: Browser;
  let host: Host;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    complaints.length = 0;
    host = await startHost({ shortcuts: [{ callbackId: 'save', name: 'Save as evidence' }] });
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await host.close();
  });

  /** The sandbox as one person sees it; anything the browser complains about is collected. */
  async function openAs(person: 'UMAYA' | 'UTOM', width = 1280): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    page.setDefaultTimeout(DEADLINE_MS);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (said) => {
      if (said.type() === 'error') complaints.push(said.text());
    });
    await page.goto(`${host.baseUrl}/sandbox?as=${person}`);
    await page.waitForSelector('body[data-live]');
    return page;
  }
  const postCard = (title?: string) =>
    host.client.chat.postMessage({ channel, text: 'A card', blocks: sampleCard(title) });
  const openDetails = (view: ModalView = sampleModal) =>
    host.bolt.action('card.details', async ({ ack, body, client }) => {
      await ack();
      const trigger_id = 'trigger_id' in body ? body.trigger_id : '';
      await client.views.open({ trigger_id, view });
    });

  it('a card accepted by one person changes before the eyes of another', async () => {
    host.bolt.action('card.accept', async ({ ack, respond, body }) => {
      await ack();
      await respond({
        replace_original: true,
        text: 'Accepted',
        blocks: [
          {
            type: 'section',
            text: { type: 'mrkdwn', text: `:white_check_mark: Accepted by <@${body.user.id}>` },
          },
        ],
      });
    });
    const [maya, tom] = [await openAs('UMAYA'), await openAs('UTOM')];
    await postCard();
    await maya.getByRole('button', { name: 'Accept' }).click();
    await tom.getByText('✅ Accepted by').waitFor();
    expect(await tom.locator('.room:visible .mention').textContent()).toBe('@Maya Lindqvist');
    expect(await maya.locator('.room:visible .mention-you').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('a menu is opened, walked and used with the keyboard alone', async () => {
    const chosen: unknown[] = [];
    host.bolt.action('card.snooze', async ({ ack, action }) => {
      await ack();
      chosen.push('selected_option' in action && action.selected_option?.value);
    });
    await postCard();
    const page = await openAs('UMAYA');
    await page.locator('summary', { hasText: 'Snooze' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await page.locator('details[open]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosen, { timeout: DEADLINE_MS }).toEqual(['tomorrow']);
  });

  it.each([390, 1280])(
    'a menu’s list stays within a window of %i pixels, also at its edges',
    async (width) => {
      const option = (n: number) => ({
        text: { type: 'plain_text' as const, text: `Entry ${n}` },
        description: { type: 'plain_text' as const, text: 'It says in some words what it does' },
        value: `${n}`,
      });
      const options = Array.from({ length: 9 }, (_, n) => option(n));
      const more = { type: 'overflow' as const, action_id: 'more', options: options.slice(0, 5) };
      const button = (text: string) => ({
        type: 'button' as const,
        action_id: text,
        text: { type: 'plain_text' as const, text },
      });
      for (let card = 0; card < 6; card++) {
        const elements = [button('Create issue'), button('Link it'), more];
        const blocks = [{ type: 'actions' as const, elements }];
        await host.client.chat.postMessage({ channel, text: 'A card', blocks });
      }
      const page = await openAs('UMAYA', width);
      const menus = page.locator('.room:visible .blocks summary');
      await expect.poll(() => menus.count()).toBe(6);
      for (const menu of await menus.all()) {
        await menu.click();
        const box = await page.locator('details[open] .menu-list').boundingBox();
        expect(box!.x).toBeGreaterThanOrEqual(0);
        expect(box!.y).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width).toBeLessThanOrEqual(width);
        expect(box!.y + box!.height).toBeLessThanOrEqual(800);
        await page.keyboard.press('Escape');
      }
      expect(complaints).toEqual([]);
    },
  );

  it('a word without end stays within its message', async () => {
    const text = 'x'.repeat(400);
    const element = { type: 'text' as const, text, style: { bold: true } };
    await host.client.chat.postMessage({
      channel,
      text,
      blocks: [
        { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [element] }] },
      ],
    });
    const page = await openAs('UMAYA', 390);
    const words = await page.getByText(text).boundingBox();
    expect(words!.x + words!.width).toBeLessThanOrEqual(390);
  });

  it('a button that asks first does nothing until the answer is yes', async () => {
    let dismissed = 0;
    host.bolt.action('card.dismiss', async ({ ack }) => {
      await ack();
      dismissed++;
    });
    await postCard();
    const page = await openAs('UMAYA');
    const dialog = page.getByRole('dialog', { name: 'Dismiss this card?' });
    const dismiss = page.locator('.message').getByRole('button', { name: 'Dismiss' });
    await dismiss.click();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dismiss.click();
    await page.keyboard.press('Escape');
    expect(dismissed).toBe(0);
    await dismiss.click();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => dismissed, { timeout: DEADLINE_MS }).toBe(1);
  });

  it('a modal takes focus, keeps what was typed when refused, and gives focus back', async () => {
    openDetails();
    const submissions: unknown[] = [];
    host.bolt.view('note', async ({ ack, view }) => {
      submissions.push(view.state.values);
      await (submissions.length === 1
        ? ack({ response_action: 'errors', errors: { until: 'Choose a later day.' } })
        : ack());
    });
    await postCard();
    const page = await openAs('UMAYA');
    const details = page.getByRole('button', { name: 'Details' });
    await details.click();
    const modal = page.getByRole('dialog', { name: 'Accept with a note' });
    const note = modal.getByLabel('Why now?');
    await note.waitFor();
    expect(await note.evaluate((box) => box === document.activeElement)).toBe(true);

    await page.keyboard.type('It costs an hour a month');
    await modal.getByRole('button', { name: 'Accept' }).click();
    await modal.getByText('Please complete this required field.').waitFor();
    await modal.getByLabel('Study').selectOption('Import interviews');
    await page.waitForTimeout(SETTLED_MS);
    await modal.getByLabel('Somewhat').check();
    await modal.getByLabel('The people quoted').check();
    await modal.getByRole('button', { name: 'Accept' }).click();
    await modal.getByText('Choose a later day.').waitFor();
    expect(await note.inputValue()).toBe('It costs an hour a month');
    expect(await modal.getByLabel('Somewhat').isChecked()).toBe(true);

    await modal.getByLabel('Look again on').fill('2031-01-01');
    await modal.getByRole('button', { name: 'Accept' }).click();
    await modal.waitFor({ state: 'hidden' });
    expect(submissions[1]).toMatchObject({
      note: { text: { value: 'It costs an hour a month' } },
      until: { day: { selected_date: '2031-01-01' } },
      tell: { whom: { selected_options: [{ value: 'people' }] } },
    });
    expect(await details.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.locator('#notice').textContent()).toBe('');
    expect(complaints).toEqual([]);
  });

  it('Escape closes a modal and the app is told', async () => {
    openDetails();
    const closed = new Promise((resolve) => {
      host.bolt.view({ type: 'view_closed', callback_id: 'note' }, async ({ ack }) => {
        await ack();
        resolve(true);
      });
    });
    await postCard();
    const page = await openAs('UMAYA');
    await page.getByRole('button', { name: 'Details' }).click();
    const modal = page.getByRole('dialog', { name: 'Accept with a note' });
    await modal.waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'hidden' });
    expect(await closed).toBe(true);
  });

  it('a question is asked in the composer and answered to the asker alone', async () => {
    host.bolt.command('/ask', async ({ ack, command }) => {
      await ack(`Nothing covers “${command.text}” yet.`);
    });
    const page = await openAs('UMAYA');
    const composer = page.getByRole('textbox', { name: 'Message #user-research' });
    await composer.fill('/a');
    await page.getByRole('button', { name: /^\/ask/ }).click();
    await page.keyboard.type('why do totals differ?');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing covers “why do totals differ?” yet.').waitFor();
    await page.getByText('Only visible to you').waitFor();
    const tom = await openAs('UTOM');
    expect(await tom.getByText('Nothing covers').count()).toBe(0);
  });

  it('a thread opens next to the channel and takes replies', async () => {
    const { ts } = await postCard();
    const page = await openAs('UMAYA');
    await page.locator('.message').hover();
    await page.getByRole('button', { name: 'Reply in thread' }).click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('I will call Ana');
    await page.keyboard.press('Enter');
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText('I will call Ana').waitFor();
    await host.client.chat.postMessage({ channel, thread_ts: ts!, text: 'Noted' });
    await thread.getByText('Noted').waitFor();
    await page.getByRole('button', { name: '2 replies' }).waitFor();
  });

  it('App Home belongs to the person one acts as, and the other is a click away', async () => {
    host.bolt.event('app_home_opened', async ({ event, client }) => {
      await client.views.publish({
        user_id: event.user,
        view: sampleHome(event.user === 'UTOM' ? 1 : 3),
      });
    });
    const page = await openAs('UMAYA');
    await page.getByRole('button', { name: 'Belief Layer' }).click();
    await page.getByText('Belief 3: setup').waitFor();
    await page.getByRole('link', { name: /Tom Okafor/ }).click();
    await page.waitForSelector('body[data-as="UTOM"][data-live]');
    await page.getByText('Belief 1: setup').waitFor();
    expect(await page.getByText('Belief 3: setup').count()).toBe(0);
  });

  it('text that tries to be markup or a script stays text', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await host.client.chat.postMessage({
      channel,
      text: 'x',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: hostile } },
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text: hostile }] }],
        },
      ],
    });
    const page = await openAs('UMAYA');
    expect(await page.locator('.message h3').textContent()).toBe(hostile);
    expect(await page.locator('.message blockquote').textContent()).toBe(hostile);
    expect(await page.locator('.message img, .message script').count()).toBe(0);
    expect(await page.title()).toBe('Northwind Research · Belief Layer sandbox');
  });

  it('loads nothing from elsewhere and breaks none of its own security policy', async () => {
    const requests: string[] = [];
    await postCard();
    const page = await browser.newPage();
    page.on('request', (request) => requests.push(new URL(request.url()).origin));
    page.on('console', (said) => complaints.push(said.text()));
    await page.goto(`${host.baseUrl}/sandbox`);
    await page.waitForSelector('.message');
    expect([...new Set(requests)]).toEqual([host.baseUrl]);
    expect(complaints).toEqual([]);
  });

  it('fits a narrow window without scrolling sideways', async () => {
    await postCard('A belief with quite a long title that has to wrap somewhere on a phone');
    const page = await openAs('UMAYA', 390);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(await page.getByRole('button', { name: 'Accept' }).isVisible()).toBe(true);
  });

  it('a message’s shortcut is in its menu', async () => {
    const used = new Promise<string>((resolve) => {
      host.bolt.shortcut('save', async ({ ack, shortcut }) => {
        await ack();
        resolve('message' in shortcut ? String(shortcut.message.text) : '');
      });
    });
    const page = await openAs('UMAYA');
    await page.getByRole('textbox', { name: 'Message #user-research' }).fill('I gave up');
    await page.keyboard.press('Enter');
    await page.locator('.message', { hasText: 'I gave up' }).hover();
    await page.getByLabel('More message actions').click();
    await page.getByRole('button', { name: 'Save as evidence' }).click();
    expect(await used).toBe('I gave up');
  });

  it('a date in a card is sent once it has come to rest', async () => {
    const days: unknown[] = [];
    host.bolt.action('card.date', async ({ ack, action }) => {
      await ack();
      days.push('selected_date' in action && action.selected_date);
    });
    await host.client.chat.postMessage({
      channel,
      text: 'x',
      blocks: [{ type: 'actions', elements: [{ type: 'datepicker', action_id: 'card.date' }] }],
    });
    const page = await openAs('UMAYA');
    const date = page.locator('input[type=date]');
    await date.fill('2030-03-01');
    await date.fill('2030-03-04');
    await expect.poll(() => days, { timeout: DEADLINE_MS }).toEqual(['2030-03-04']);
  });

  it('an external select offers what the app suggests', async () => {
    openDetails({
      ...sampleModal,
      blocks: [
        {
          type: 'input',
          block_id: 'theme',
          label: { type: 'plain_text', text: 'Theme' },
          element: { type: 'external_select', action_id: 'pick', min_query_length: 0 },
        },
      ],
    });
    host.bolt.options('pick', async ({ ack, payload }) => {
      const text = { type: 'plain_text' as const, text: `Theme ${payload.value}` };
      await ack({ options: [{ text, value: 't1' }] });
    });
    const submitted = new Promise<unknown>((resolve) => {
      host.bolt.view('note', async ({ ack, view }) => {
        await ack();
        resolve(view.state.values);
      });
    });
    await postCard();
    const page = await openAs('UMAYA');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('Theme').fill('totals');
    await page.getByRole('button', { name: 'Theme totals' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    expect(await submitted).toMatchObject({
      theme: { pick: { type: 'external_select', selected_option: { value: 't1' } } },
    });
  });

  it('a choice in a modal acts at once, and nothing is said when the modal is gone by then', async () => {
    const option = (value: string) => ({
      value,
      text: { type: 'plain_text' as const, text: value },
    });
    openDetails({
      ...sampleModal,
      blocks: [
        {
          type: 'input',
          block_id: 'place',
          label: { type: 'plain_text', text: 'Repository' },
          dispatch_action: true,
          element: {
            type: 'static_select',
            action_id: 'place',
            options: [option('web'), option('mobile')],
          },
        },
      ],
    });
    const chosen: unknown[] = [];
    host.bolt.action('place', async ({ ack, action }) => {
      await ack();
      chosen.push('selected_option' in action && action.selected_option?.value);
    });
    host.bolt.view('note', ({ ack }) => ack());
    await postCard();
    const page = await openAs('UMAYA');
    await page.getByRole('button', { name: 'Details' }).click();
    const modal = page.getByRole('dialog', { name: 'Accept with a note' });
    await modal.getByLabel('Repository').selectOption('mobile');
    await modal.getByRole('button', { name: 'Accept' }).click();
    await modal.waitFor({ state: 'hidden' });
    await expect.poll(() => chosen, { timeout: DEADLINE_MS }).toEqual(['mobile']);
    await page.waitForTimeout(SETTLED_MS);
    expect(await page.locator('#notice').textContent()).toBe('');
  });

  it('a modal is gone when the page is opened again', async () => {
    openDetails();
    await postCard();
    const page = await openAs('UMAYA');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Accept with a note' }).waitFor();
    await page.reload();
    await page.waitForSelector('body[data-live]');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('leads to the issues where there are some', async () => {
    expect(await (await openAs('UMAYA')).getByRole('link', { name: 'Issues' }).count()).toBe(0);
    await host.close();
    host = await startHost({ issuesPath: '/sandbox/issues' });
    const link = (await openAs('UMAYA')).getByRole('link', { name: 'Issues' });
    expect(await link.getAttribute('href')).toBe('/sandbox/issues');
  });

  it('says so when the app does not answer', async () => {
    await postCard();
    const page = await openAs('UMAYA');
    await page.getByRole('button', { name: 'Create issue' }).click();
    await page.getByText('That action failed').waitFor();
  });
});
