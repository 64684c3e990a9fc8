import { readValue, readValues } from './entries.js';
import { act, notice } from './server.js';

const SETTLE_MS = 700;

/** Buttons, menus and live pickers in every kind of blocks. */
export function startControls() {
  document.addEventListener('click', onClick);
  document.addEventListener('change', onChange);
  document.addEventListener('toggle', placeMenu, true);
  document.addEventListener('keydown', walkMenu);
  document.addEventListener('scroll', followMenus, true);
}

function walkMenu(event) {
  const menu = document.querySelector('details.menu[open]');
  if (!menu) return;
  const stops = [...menu.querySelectorAll('summary, .menu-list button')];
  const at = stops.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: stops.length - 1 }[event.key];
  if (event.key === 'Escape') {
    menu.open = false;
    stops[0].focus();
  } else if (step && at >= 0) stops[(at + step) % stops.length].focus();
  else return;
  event.preventDefault();
}

function onClick(event) {
  const target = event.target;
  for (const menu of document.querySelectorAll('details.menu[open]'))
    if (!menu.contains(target)) menu.open = false;
  const press = target.closest('[data-press]');
  if (press) return use(press, press, press.dataset.value ?? null);
  const choice = target.closest('[data-choose]');
  if (!choice) return undefined;
  const menu = choice.closest('details.menu');
  menu.open = false;
  return use(menu, choice, choice.dataset.choose).then((used) => {
    if (!used || !menu.classList.contains('select')) return;
    menu.dataset.chosen = choice.dataset.choose;
    menu.querySelector('summary').textContent = choice.firstChild.textContent;
  });
}

let settle;

/**
 * A date typed by hand changes with every digit, so it takes effect after a pause. A picked date takes effect at
 * once.
 */
function onChange(event) {
  const entry = event.target.closest('[data-entry][data-live]');
  if (!entry) return;
  // text typed into such a select becomes a choice only when an option is picked
  if (entry.dataset.entry === 'external_select' && event.isTrusted) return;
  clearTimeout(settle);
  const apply = () => {
    // the message or modal may have been submitted, closed or redrawn in the meantime
    if (!entry.isConnected) return;
    use(entry.closest('[data-confirm]') ?? entry, entry, readValue(entry), entry);
  };
  if (entry.matches('select, fieldset, [data-entry=external_select]')) apply();
  else settle = setTimeout(apply, SETTLE_MS);
}

/** Asks for confirmation if needed, opens the link if there is one, and notifies the server. */
async function use(asking, pressed, value, control = asking) {
  if (asking.dataset.confirm && !(await confirmed(JSON.parse(asking.dataset.confirm))))
    return false;
  if (pressed.dataset.url) window.open(pressed.dataset.url, '_blank', 'noopener');
  const at = placeOf(control);
  if (!at) return false;
  const surface = control.closest('[data-view], .message');
  control.setAttribute('aria-busy', 'true');
  const { ok } = await act('press', {
    at,
    blockId: control.dataset.block,
    actionId: control.dataset.action,
    value,
    values: readValues(surface),
  });
  control.removeAttribute('aria-busy');
  return ok;
}

/** The location of a control, as sent to the server. */
export function placeOf(element) {
  const view = element.closest('[data-view]');
  if (view) return { viewId: view.dataset.view };
  const item = element.closest('[data-ts]');
  if (item) return { channel: item.dataset.channel, ts: item.dataset.ts };
  notice('That control is no longer there.');
  return undefined;
}

function confirmed({ title, text, confirm, deny, style }) {
  const dialog = document.querySelector('#confirm');
  const [no, yes] = dialog.querySelectorAll('button');
  dialog.querySelector('h2').textContent = title;
  dialog.querySelector('p').textContent = text;
  no.textContent = deny;
  yes.textContent = confirm;
  yes.className = `control ${style ?? 'primary'}`;
  dialog.returnValue = 'deny';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'confirm'), {
      once: true,
    });
  });
}

function placeMenu(event) {
  const menu = event.target;
  if (menu.matches?.('details.menu') && menu.open) placeList(menu);
}

const GAP = 4;
const EDGE = 8;
const TALLEST = 320;

/** Places the list of a menu within the window: below the menu or, if it does not fit and there is more room, above. */
export function placeList(menu) {
  const list = menu.querySelector('.menu-list');
  const at = menu.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const { style } = list;
  style.maxHeight = `${TALLEST}px`;
  if (menu.matches('.external')) style.width = `${at.width}px`;
  const box = list.getBoundingClientRect();
  const isUp = box.height > below && above > below;
  style.maxHeight = `${Math.min(TALLEST, isUp ? above : below)}px`;
  style.top = isUp ? 'auto' : `${at.bottom + GAP}px`;
  style.bottom = isUp ? `${height - at.top + GAP}px` : 'auto';
  style.left = `${Math.max(EDGE, Math.min(at.left, width - box.width - EDGE))}px`;
}

/** Keeps an open list at its menu while something scrolls. */
function followMenus({ target }) {
  if (target.matches?.('.menu-list')) return;
  const lists = 'details.menu[open], .external:has(> .menu-list:not([hidden]))';
  for (const menu of document.querySelectorAll(lists)) placeList(menu);
}
