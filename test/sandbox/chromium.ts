import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser for tests, if this computer has one in a usual place. */
export const chromiumPath = USUAL_PLACES.find((place) => existsSync(place));

/** Said in the title of the tests that need it, so that a skip explains itself. */
export const chromiumNote = chromiumPath
  ? ''
  : ' (skipped: no Chromium or Chrome executable in the usual places)';

export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
