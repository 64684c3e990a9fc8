const tour = document.querySelector('#tour');
const KEY = `belief-layer-tour:${tour?.dataset.team}`;
const WAIT_MS = 700;
let waiting;

/** Ticks steps off as they are done, and keeps the list hidden once it was dismissed. */
export function startTour() {
  if (!tour) return;
  const narrow = matchMedia('(max-width: 820px)').matches;
  tour.open = !(remembered().away ?? narrow);
  show(remembered().done ?? []);
  tour.addEventListener('toggle', () => remember({ away: !tour.open }));
  window.addEventListener('focus', lookAtTour); // a step may have been done on an issue's page or by an agent
  // a link on a card may lead to the page, too
  document.addEventListener('click', (event) => {
    if (event.target.closest('a')?.pathname.startsWith('/p/')) show(['card']);
  });
}

/** Reads the progress soon: anything that happens in a channel may have been a step. */
export function lookAtTour() {
  if (!tour) return;
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    try {
      const { done } = await (await fetch('/sandbox/tour')).json();
      show(done);
    } catch {
      // the feed reports that the server is unavailable
    }
  }, WAIT_MS);
}

function show(done) {
  const steps = [...tour.querySelectorAll('[data-step]')];
  for (const step of steps) {
    if (!done.includes(step.dataset.step)) continue;
    step.dataset.done = 'true';
  }
  for (const step of steps)
    step.querySelector('[data-said]').textContent = step.dataset.done ? ' (done)' : '';
  const names = steps.filter((step) => step.dataset.done).map((step) => step.dataset.step);
  tour.querySelector('[data-tour-count]').textContent =
    names.length === steps.length ? 'all done' : `${names.length} of ${steps.length}`;
  const before = remembered().done ?? [];
  if (names.length === steps.length && before.length < steps.length) tour.open = false;
  remember({ done: names });
}

/** This browser's record of the tour; empty if it stores nothing. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function remember(more) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...more }));
  } catch {
    // a browser that stores nothing shows the list again next time
  }
}
