/** The values a user has filled in or chosen under `root`, by block id and action id. */
export function readValues(root) {
  const values = {};
  for (const entry of root.querySelectorAll('[data-entry], details.select')) {
    values[entry.dataset.block] ??= {};
    values[entry.dataset.block][entry.dataset.action] = readValue(entry);
  }
  return values;
}

export function readValue(entry) {
  if (entry.matches('details')) return entry.dataset.chosen ?? null;
  if (entry.matches('fieldset')) {
    const ticked = [...entry.querySelectorAll('input:checked')].map((input) => input.value);
    return entry.dataset.entry === 'radio_buttons' ? (ticked[0] ?? null) : ticked;
  }
  if (entry.dataset.entry === 'external_select') return entry.dataset.chosen ?? null;
  if (entry.dataset.entry === 'datetimepicker')
    return entry.value ? String(new Date(entry.value).getTime() / 1000) : null;
  return entry.value === '' ? null : entry.value;
}

/** Restores earlier input after `root` was redrawn, if the same entry still exists. */
export function restoreValues(root, values) {
  for (const entry of root.querySelectorAll('[data-entry]')) {
    const value = values[entry.dataset.block]?.[entry.dataset.action];
    if (value === undefined) continue;
    if (entry.matches('fieldset'))
      for (const input of entry.querySelectorAll('input'))
        input.checked = [value].flat().includes(input.value);
    else if (entry.dataset.entry === 'external_select') restoreChoice(entry, value);
    else
      entry.value = entry.dataset.entry === 'datetimepicker' ? localMinute(value) : (value ?? '');
  }
}

function restoreChoice(entry, chosen) {
  if (chosen) entry.dataset.chosen = chosen;
  else delete entry.dataset.chosen;
  entry.value = chosen ? JSON.parse(chosen).text.text : '';
}

/** Shows an instant, stored as Unix seconds, in the reader's time zone. */
export function fillTimes(root) {
  for (const entry of root.querySelectorAll('[data-seconds]'))
    entry.value = localMinute(entry.dataset.seconds);
}

function localMinute(seconds) {
  if (!seconds) return '';
  const at = new Date(Number(seconds) * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
