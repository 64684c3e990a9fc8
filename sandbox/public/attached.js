import { notice, upload } from './server.js';

/** Files waiting in a composer until its message is sent: `{ id, name }`. */
export const attachedTo = (form) =>
  [...form.querySelectorAll('.attached li')].map(({ dataset: { id, name } }) => ({ id, name }));

export const withoutFiles = (form) => form.querySelector('.attached').replaceChildren();

export function addFiles(form, files) {
  form.querySelector('.attached').append(...files.map(chip));
}

/** Accepts files from the paper clip button, and files dropped near the composer. */
export function startAttaching(form) {
  const pane = form.parentElement;
  const picker = form.querySelector('input[type=file]');
  picker.addEventListener('change', async () => {
    await take(form, [...picker.files]);
    picker.value = '';
  });
  form.querySelector('.attach').addEventListener('click', () => picker.click());
  form.querySelector('.attached').addEventListener('click', (event) => {
    if (event.target.closest('button')) event.target.closest('li').remove();
  });
  for (const kind of ['dragenter', 'dragover'])
    pane.addEventListener(kind, (event) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      pane.classList.add('dropping');
    });
  pane.addEventListener('dragleave', (event) => {
    if (!pane.contains(event.relatedTarget)) pane.classList.remove('dropping');
  });
  pane.addEventListener('drop', (event) => {
    pane.classList.remove('dropping');
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(form, [...event.dataTransfer.files]);
  });
}

async function take(form, files) {
  const most = Number(form.querySelector('input[type=file]').dataset.mostBytes);
  for (const file of files) {
    if (file.size > most) notice(`${file.name} is larger than the sandbox takes.`);
    else {
      const { ok, result } = await upload(file);
      if (ok) addFiles(form, [{ id: result.id, name: file.name }]);
    }
  }
  const box = form.querySelector('textarea');
  // in a channel, the app receives most files only when it is mentioned
  if (box.value === '' && box.dataset.mention) box.value = `${box.dataset.mention} `;
  box.focus();
}

function chip({ id, name }) {
  const item = document.createElement('li');
  item.dataset.id = id;
  item.dataset.name = name;
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.textContent = '✕';
  remove.setAttribute('aria-label', `Remove ${name}`);
  item.append(name, remove);
  return item;
}
