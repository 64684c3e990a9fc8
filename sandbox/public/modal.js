import { fillTimes, readValues, restoreValues } from './entries.js';
import { act } from './server.js';

const dialog = document.querySelector('#modal');
let returnTo = null;

export function startModal() {
  dialog.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = dialog.querySelector('[type=submit]');
    button.disabled = true;
    button.setAttribute('aria-busy', 'true');
    await act('submit', { viewId: viewId(), values: readValues(dialog) });
    button.disabled = false;
    button.removeAttribute('aria-busy');
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (!dialog.querySelector('details.menu[open]')) close();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target.closest('[data-close]')) close();
  });
}

const viewId = () => dialog.querySelector('form').dataset.view;

let closing = false;

/** Some fields make browsers report Escape twice. */
async function close() {
  if (closing) return;
  closing = true;
  await act('close', { viewId: viewId() });
  closing = false;
}

/** Shows the user's top modal, or none. Input is kept if the modal is the same as before. */
export function drawModal({ viewId: next, html }) {
  if (next === null) {
    dialog.close();
    dialog.replaceChildren();
    if (returnTo?.isConnected) returnTo.focus();
    return;
  }
  const same = dialog.open && viewId() === next;
  const values = same ? readValues(dialog) : {};
  const { block, action } = document.activeElement?.dataset ?? {};
  if (!dialog.open) returnTo = document.activeElement;
  dialog.innerHTML = html;
  fillTimes(dialog);
  restoreValues(dialog, values);
  if (!dialog.open) dialog.showModal();
  focusIn(
    same && block
      ? `[data-block="${CSS.escape(block)}"][data-action="${CSS.escape(action)}"]`
      : null,
  );
}

function focusIn(again) {
  const candidates = [
    again,
    '[aria-invalid=true]',
    '[data-focus]',
    '.block-input [data-entry]',
    'h2',
  ];
  const target = candidates.map((one) => one && dialog.querySelector(one)).find(Boolean);
  (target?.matches('fieldset') ? target.querySelector('input') : target)?.focus();
}
