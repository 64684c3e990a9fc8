const as = document.body.dataset.as;

/**
 * Sends the user's action to the server, and shows errors to the user.
 * @returns true or false for success, and the result
 */
export const act = (name, input) =>
  tell(`/sandbox/act/${name}`, 'application/json', JSON.stringify({ as, ...input }));

/** Uploads a file, to be sent with a message. @returns true or false for success, and its id */
export const upload = (file) =>
  tell(
    `/sandbox/upload?${new URLSearchParams({ as, name: file.name })}`,
    'application/octet-stream',
    file,
  );

async function tell(address, type, body) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const answer = await response.json();
    if (!answer.ok) notice(answer.error);
    return answer;
  } catch {
    notice('The server cannot be reached. Is it still running?');
    return { ok: false };
  }
}

/** Follows the feed. The browser reconnects automatically and then receives everything again. */
export function follow(handlers) {
  const feed = new EventSource(`/sandbox/events?as=${as}`);
  for (const [name, handle] of Object.entries(handlers))
    feed.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  feed.addEventListener('error', () => document.body.classList.add('offline'));
  feed.addEventListener('open', () => document.body.classList.remove('offline'));
}

let hide;

/** Shows a message above everything else, including an open modal. */
export function notice(text) {
  const box = document.querySelector('#notice');
  box.textContent = text;
  if (box.matches(':popover-open')) box.hidePopover();
  box.showPopover();
  clearTimeout(hide);
  hide = setTimeout(() => box.hidePopover(), 7000);
}
