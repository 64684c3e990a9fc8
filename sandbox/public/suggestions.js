import { placeList, placeOf } from './controls.js';
import { readValues } from './entries.js';
import { act } from './server.js';

const EXTERNAL = '[data-entry=external_select]';

/** Selects whose options the app looks up while the user types, in messages and modals. */
export function startSuggestions() {
  document.addEventListener('focusin', ({ target }) => {
    if (target.matches(EXTERNAL)) suggest(target);
  });
  document.addEventListener('input', ({ target }) => {
    if (!target.matches(EXTERNAL)) return;
    delete target.dataset.chosen;
    suggest(target);
  });
  document.addEventListener('click', ({ target }) => {
    const option = target.closest('[data-suggestion]');
    if (option) choose(option);
    for (const list of document.querySelectorAll('.external .menu-list'))
      if (!list.parentElement.contains(target)) list.hidden = true;
  });
}

async function suggest(input) {
  const at = placeOf(input);
  if (!at) return;
  const { block, action } = input.dataset;
  const { ok, result } = await act('suggest', {
    at,
    blockId: block,
    actionId: action,
    value: input.value,
    values: readValues(input.closest('[data-view], .message')),
  });
  if (!ok) return;
  const list = input.parentElement.querySelector('.menu-list');
  const none = document.createElement('p');
  none.textContent = 'Nothing found';
  list.replaceChildren(
    ...(result.length > 0 ? [] : [none]),
    ...result.map((option) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.suggestion = JSON.stringify(option);
      button.textContent = option.text.text;
      return button;
    }),
  );
  list.hidden = false;
  placeList(list.parentElement);
}

function choose(button) {
  const list = button.parentElement;
  const input = list.parentElement.querySelector('input');
  input.dataset.chosen = button.dataset.suggestion;
  input.value = button.textContent;
  list.hidden = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
