const talkOf = (pane) => pane.querySelector('.talk') ?? pane.querySelector('.scroll');

export function atBottom(pane) {
  const talk = talkOf(pane);
  return talk.scrollHeight - talk.scrollTop - talk.clientHeight < 80;
}

export function toBottom(pane) {
  if (pane.hidden) return;
  const talk = talkOf(pane);
  talk.scrollTop = talk.scrollHeight;
  if (pane.matches('.room')) keep(pane);
}

/** Indicates new messages below the visible part until they are seen. */
export function sayBelow(pane) {
  pane.querySelector('.below').hidden = pane.hidden || atBottom(pane);
}

/**
 * Key of the position up to which a room was read in this tab, by any of its users. A new room starts at its
 * beginning.
 */
const keyOf = (room) => `read:${room.dataset.tab ? 'app' : room.dataset.channel}`;
const keep = (room) =>
  sessionStorage.setItem(keyOf(room), atBottom(room) ? 'all' : talkOf(room).scrollTop);

export const isNew = (room) => sessionStorage.getItem(keyOf(room)) === null;

export function watchReading(pane) {
  const below = pane.querySelector('.below');
  below.addEventListener('click', () => toBottom(pane));
  const onScroll = () => {
    if (pane.hidden) return;
    if (atBottom(pane)) below.hidden = true;
    if (pane.matches('.room')) keep(pane);
  };
  talkOf(pane).addEventListener('scroll', onScroll, { passive: true });
}

/** Restores a room's scroll position. */
export function readOn(room) {
  const left = sessionStorage.getItem(keyOf(room)) ?? (room.dataset.tab ? 'all' : 0);
  if (left === 'all') toBottom(room);
  else talkOf(room).scrollTop = Number(left);
}
