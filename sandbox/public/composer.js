import { addFiles, attachedTo, startAttaching, withoutFiles } from './attached.js';
import { toBottom } from './scrolling.js';
import { act } from './server.js';

/** Inputs for messages, commands and attached files. */
export function startComposer(form) {
  const box = form.querySelector('textarea');
  const hints = form.querySelector('.commands');
  const fit = () => {
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 180)}px`;
    if (hints) showHints(hints, box.value);
  };
  box.addEventListener('input', fit);
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && hints) hints.hidden = true;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  hints?.addEventListener('click', (event) => {
    const hint = event.target.closest('[data-command]');
    if (!hint) return;
    box.value = `${hint.dataset.command} `;
    hints.hidden = true;
    box.focus();
  });
  startAttaching(form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = box.value.trim();
    const files = attachedTo(form);
    if (text === '' && files.length === 0) return;
    box.value = '';
    fit();
    withoutFiles(form);
    const { ok } = await send(form, text, files);
    if (ok || box.value !== '') return;
    box.value = text;
    addFiles(form, files);
  });
}

/** Puts text into the composer, to be sent or edited. */
export function propose(form, text) {
  const box = form.querySelector('textarea');
  box.value = text;
  box.focus();
  box.dispatchEvent(new Event('input'));
}

function showHints(hints, text) {
  for (const item of hints.children)
    item.hidden = !item.firstElementChild.dataset.command.startsWith(text);
  hints.hidden = !text.startsWith('/') || [...hints.children].every((item) => item.hidden);
}

function send(form, text, files) {
  const { channel, root } = form.closest('[data-channel]').dataset;
  const typed = /^(\/\S+)\s*([\s\S]*)$/.exec(text);
  toBottom(form.closest('.room, .thread')); // users want to see the answer to what they post
  if (typed && !root) return act('command', { channel, command: typed[1], text: typed[2] });
  const fileIds = files.map(({ id }) => id);
  return act('say', { channel, text, fileIds, ...(root && { threadTs: root }) });
}
