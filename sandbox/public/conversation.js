import { propose, startComposer } from './composer.js';
import { atBottom, isNew, readOn, sayBelow, toBottom, watchReading } from './scrolling.js';
import { act } from './server.js';

const thread = document.querySelector('aside.thread');
const rooms = [...document.querySelectorAll('.room')];
/** Every message this user sees, by ts. */
const messages = new Map();
let openThread = null;

const roomOf = (channel) => rooms.find((room) => room.dataset.channel === channel);

/** A room's name in the URL, the same for every user: the id of the app room differs per user. */
const nameOf = (room) => (room.dataset.tab ? 'app' : room.dataset.channel);
const roomNamed = (name) => rooms.find((room) => nameOf(room) === name);

export function startConversations() {
  document.addEventListener('click', (event) => {
    const opened = event.target.closest('[data-open]');
    if (opened) showRoom(opened.dataset.open);
    const tab = event.target.closest('[data-tab-to]');
    if (tab) showTab(tab.closest('.room'), tab.dataset.tabTo);
    if (event.target.closest('[data-close-thread]')) closeThread();
    const reply = event.target.closest('[data-thread]');
    if (reply) showThread(messages.get(reply.closest('[data-ts]').dataset.ts));
    const shortcut = event.target.closest('[data-shortcut]');
    if (shortcut) useShortcut(shortcut);
    const example = event.target.closest('[data-propose]');
    if (example) proposeIn(example.closest('.room') ?? rooms[0], example.textContent);
    if (event.target.closest('[data-digest]')) postDigest(event.target);
  });
  window.addEventListener('hashchange', () => {
    const room = roomNamed(location.hash.slice(1));
    if (room) showRoom(room.dataset.channel);
  });
  for (const pane of [...rooms, thread]) watchReading(pane);
  for (const form of document.querySelectorAll('.composer')) startComposer(form);
  const linked = roomOf(new URLSearchParams(location.search).get('channel'));
  const first = linked ?? roomNamed(location.hash.slice(1)) ?? rooms[0];
  showRoom(first.dataset.channel);
}

/** Redraws everything, after connecting or reconnecting. */
export function drawAll(all) {
  messages.clear();
  for (const list of document.querySelectorAll('.messages')) list.replaceChildren();
  for (const message of all) drawMessage(message);
  readOn(rooms.find((room) => !room.hidden));
  const wanted = new URLSearchParams(location.search).get('message');
  document.querySelector(`.room [data-ts="${CSS.escape(wanted ?? '')}"]`)?.scrollIntoView();
}

export function drawMessage(message) {
  messages.set(message.ts, message);
  if (message.inChannel) put(roomOf(message.channel), message);
  if (openThread && (message.threadTs ?? message.ts) === openThread) put(thread, message);
}

export function removeMessage({ ts }) {
  messages.delete(ts);
  for (const item of document.querySelectorAll(`[data-ts="${CSS.escape(ts)}"]`)) item.remove();
  if (openThread === ts) closeThread();
}

export function drawHome({ html }) {
  document.querySelector('.home').innerHTML = html;
}

/** Inserts a message in chronological order, or replaces its earlier rendering. */
function put(pane, { channel, ts, html }) {
  const list = pane.querySelector('.messages');
  const follows = atBottom(pane) && (pane === thread || !isNew(pane));
  const item = document.createElement('li');
  item.dataset.ts = ts;
  item.dataset.channel = channel;
  item.innerHTML = html;
  const old = list.querySelector(`[data-ts="${CSS.escape(ts)}"]`);
  if (old) {
    const held = old.contains(document.activeElement);
    old.replaceWith(item);
    if (held) item.querySelector('button, summary')?.focus({ preventScroll: true });
  } else {
    const later = [...list.children].find((other) => other.dataset.ts > ts);
    list.insertBefore(item, later ?? null);
    markUnread(channel);
    if (!follows && !later && document.body.dataset.live) sayBelow(pane);
  }
  if (follows) toBottom(pane);
}

function markUnread(channel) {
  if (document.body.dataset.room === channel || !document.body.dataset.live) return;
  document.querySelector(`[data-open="${channel}"]`)?.classList.add('unread');
}

function showRoom(channel) {
  const room = roomOf(channel);
  if (!room) return;
  for (const other of rooms) other.hidden = other !== room;
  document.body.dataset.room = channel;
  history.replaceState(null, '', `${location.pathname}${location.search}#${nameOf(room)}`);
  for (const link of document.querySelectorAll('.people a')) link.hash = nameOf(room);
  for (const button of document.querySelectorAll('[data-open]')) {
    const current = button.dataset.open === channel;
    if (current) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
    if (current) button.classList.remove('unread');
  }
  if (openThread && messages.get(openThread)?.channel !== channel) closeThread();
  readOn(room);
  if (room.dataset.tab) act('open', { tab: room.dataset.tab });
}

function showTab(room, tab) {
  room.dataset.tab = tab;
  for (const button of room.querySelectorAll('[data-tab-to]'))
    button.setAttribute('aria-selected', String(button.dataset.tabTo === tab));
  toBottom(room);
  act('open', { tab });
}

function showThread(root) {
  openThread = root.threadTs ?? root.ts;
  const room = roomOf(root.channel);
  const follows = atBottom(room);
  thread.hidden = false;
  if (follows) toBottom(room); // the room is narrower now, so its messages are taller
  thread.dataset.channel = root.channel;
  thread.dataset.root = openThread;
  thread.querySelector('.messages').replaceChildren();
  for (const message of messages.values())
    if ((message.threadTs ?? message.ts) === openThread) put(thread, message);
  toBottom(thread);
  thread.querySelector('textarea').focus();
}

function closeThread() {
  openThread = null;
  thread.hidden = true;
}

/** Puts text into a room's composer; text from the tour goes to the cards channel. */
function proposeIn(room, text) {
  if (room.hidden) showRoom(room.dataset.channel);
  propose(room.querySelector('.composer'), text);
}

async function postDigest(button) {
  toBottom(button.closest('.room'));
  button.disabled = true;
  await act('digest', {});
  button.disabled = false;
}

function useShortcut(button) {
  const { channel, ts } = button.closest('[data-ts]').dataset;
  button.closest('details').open = false;
  act('shortcut', { channel, ts, callbackId: button.dataset.shortcut });
}
