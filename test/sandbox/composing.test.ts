import type { ModalView } from '@slack/types';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, chromiumNote, chromiumPath } from './chromium.js';
import { type Host, startHost } from './host.js';
import { sampleCard } from './sample-blocks.js';

const channel = 'CRESEARCH';
const DEADLINE_MS = 60_000;

const plain = (text: string) => ({ type: 'plain_text' as const, text });

const external = (id: string, label: string, optional = false) => ({
  type: 'input' as const,
  block_id: id,
  optional,
  label: plain(label),
  element: { type: 'external_select' as const, action_id: id, min_query_length: 0 },
});

const form: ModalView = {
  type: 'modal',
  callback_id: 'form',
  title: plain('Where it belongs'),
  submit: plain('Save'),
  blocks: [
    external('study', 'Study'),
    external('theme', 'Theme', true),
    {
      type: 'input',
      block_id: 'day',
      optional: true,
      label: plain('Day'),
      element: { type: 'datepicker', action_id: 'day' },
    },
  ],
};

describe.skipIf(!chromiumPath)(`writing and choosing in a browser${chromiumNote}`, () => {
  let browser: Browser;
  let host: Host;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    host = await startHost();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(DEADLINE_MS);
  });
  afterEach(async () => {
    await page.close();
    await host.close();
  });

  async function open(): Promise<void> {
    await page.goto(`${host.baseUrl}/sandbox`);
    await page.waitForSelector('body[data-live]');
  }
  const notice = (): Promise<string | null> => page.locator('#notice').textContent();

  async function openForm(): Promise<Locator> {
    host.bolt.action('card.details', async ({ ack, body, client }) => {
      await ack();
      await client.views.open({
        trigger_id: 'trigger_id' in body ? body.trigger_id : '',
        view: form,
      });
    });
    await host.client.chat.postMessage({ channel, text: 'x', blocks: sampleCard() });
    await open();
    await page.getByRole('button', { name: 'Details' }).click();
    const modal = page.getByRole('dialog', { name: 'Where it belongs' });
    await modal.waitFor();
    return modal;
  }

  it('a file that is dropped on a channel is sent with a mention, and the app can read it', async () => {
    const heard = new Promise<unknown>((resolve) => {
      host.bolt.event('app_mention', async ({ event }) => resolve(event));
    });
    host.bolt.event('message', async () => {});
    await open();
    await page.locator('.room:visible').evaluate((room) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['I gave up twice.'], 'Ana <1>.txt'));
      room.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    });
    await page.locator('.attached li', { hasText: 'Ana <1>.txt' }).waitFor();
    await page.getByRole('textbox', { name: 'Message #user-research' }).press('Enter');
    await page.locator('.message .file', { hasText: 'Ana <1>.txt 1 KB' }).waitFor();
    expect(await page.locator('.attached li').count()).toBe(0);
    const event = (await heard) as { text: string; files: { id: string; name: string }[] };
    expect(event).toMatchObject({ text: '<@UBELIEFBOT>', files: [{ name: 'Ana <1>.txt' }] });
    const { file } = await host.client.files.info({ file: event.files[0]!.id });
    const content = await fetch(file!.url_private_download!, {
      headers: { authorization: `Bearer ${host.sandbox.botToken}` },
    });
    expect(await content.text()).toBe('I gave up twice.');
  });

  it('a file that was taken back is not sent', async () => {
    const sent: unknown[] = [];
    host.bolt.event('message', async ({ event }) => {
      sent.push(event);
    });
    await open();
    const files = ['one.vtt', 'two.vtt'].map((name) => ({
      name,
      mimeType: 'text/vtt',
      buffer: Buffer.from('WEBVTT'),
    }));
    await page.locator('.room:visible input[type=file]').setInputFiles(files);
    await page.getByRole('button', { name: 'Remove one.vtt' }).click();
    await page.getByRole('textbox', { name: 'Message #user-research' }).press('Enter');
    await expect.poll(() => sent, { timeout: DEADLINE_MS }).toHaveLength(1);
    expect(sent).toMatchObject([{ subtype: 'file_share', files: [{ name: 'two.vtt' }] }]);
  });

  it('a select with remote options sees the other fields of the form', async () => {
    const others: unknown[] = [];
    const option = (value: string) => ({ options: [{ text: plain(value), value }] });
    host.bolt.options('study', ({ ack }) => ack(option('diary')));
    host.bolt.options('theme', async ({ ack, body }) => {
      others.push(body.view?.state.values.study?.study?.selected_option?.value);
      await ack(option('totals'));
    });
    const submitted: unknown[] = [];
    host.bolt.view('form', async ({ ack, view }) => {
      const { study, theme } = view.state.values;
      submitted.push([study?.study?.selected_option?.value, theme?.theme?.selected_option?.value]);
      await (submitted.length === 1
        ? ack({ response_action: 'errors', errors: { theme: 'Choose another.' } })
        : ack());
    });
    const modal = await openForm();
    await modal.getByLabel('Study').click();
    await modal.getByRole('button', { name: 'diary' }).click();
    await modal.getByLabel('Theme').click();
    await modal.getByRole('button', { name: 'totals' }).click();
    expect(others).toContain('diary');
    await modal.getByRole('button', { name: 'Save' }).click();
    await modal.getByText('Choose another.').waitFor();
    await modal.getByLabel('Theme').fill('something else'); // no longer what was chosen
    await modal.getByRole('button', { name: 'Save' }).click();
    await modal.waitFor({ state: 'hidden' });
    expect(submitted).toEqual([
      ['diary', 'totals'],
      ['diary', undefined],
    ]);
  });

  it('a select in a message acts with what is chosen, not with what is typed', async () => {
    host.bolt.options('pick', ({ ack, payload }) =>
      ack({ options: [{ text: plain(`New: ${payload.value}`), value: 'new' }] }),
    );
    const chosen: unknown[] = [];
    host.bolt.action('pick', async ({ ack, action }) => {
      await ack();
      chosen.push('selected_option' in action && action.selected_option?.value);
    });
    await host.client.chat.postMessage({
      channel,
      text: 'x',
      blocks: [{ type: 'actions', elements: [{ type: 'external_select', action_id: 'pick' }] }],
    });
    await open();
    const select = page.locator('.message input[type=search]');
    await select.fill('Diary');
    await select.blur();
    await select.focus();
    await page.getByRole('button', { name: 'New: Diary' }).click();
    await expect.poll(() => chosen, { timeout: DEADLINE_MS }).toEqual(['new']);
  });

  it('Escape in a date closes the modal, and nothing is said', async () => {
    host.bolt.options('study', ({ ack }) => ack({ options: [] }));
    const modal = await openForm();
    await modal.getByLabel('Day').focus();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Details' }).click();
    await modal.waitFor();
    expect(await notice()).toBe('');
  });

  it('a channel is read from its beginning, says what comes below, and is read on where it was left', async () => {
    for (const title of ['The first', 'A second', 'A third', 'The last'])
      await host.client.chat.postMessage({ channel, text: 'x', blocks: sampleCard(title) });
    await open();
    const [first, last] = ['The first', 'The last'].map((title) =>
      page.locator('.message', { hasText: title }).getByRole('button', { name: 'Accept' }),
    );
    const inView = (one: Locator | undefined): Promise<boolean> =>
      one!.evaluate((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      });
    expect([await inView(first), await inView(last)]).toEqual([true, false]);
    const below = page.getByRole('button', { name: 'New messages' });
    expect(await below.count()).toBe(0);
    await host.client.chat.postMessage({ channel, text: 'Something below' });
    await below.click();
    expect([await inView(first), await inView(last)]).toEqual([false, true]);
    await below.waitFor({ state: 'hidden' });
    await page.goto(`${host.baseUrl}/sandbox?as=UTOM#CRESEARCH`);
    await page.waitForSelector('body[data-live]');
    expect([await inView(first), await inView(last)]).toEqual([false, true]);
  });
});
