import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const ANSWERS = [
  'I cannot find the invoices in the new menu, it takes me half an hour every month to get them all together.',
  'The export is too slow for our accountant, so I copy the numbers by hand into a spreadsheet and send her that instead.',
  'What I really need is one report for the whole year, because the tax office asks for it and I have to build it myself.',
  'I love the reminders, they saved me twice from paying late, and my colleagues use them as well.',
  'Honestly, if the invoices keep getting lost I will cancel the subscription and go back to paper.',
];
const QUESTIONS = [
  'Thanks for joining. Could you tell me how you do your invoices?',
  'And how does the export work for you?',
  'What would you need at the end of the year?',
  'Is there anything that works well for you?',
  'How do you feel about all that?',
];

/** A talk of a host with one person, `Name: turn`; `change` rewrites the answers. */
export const talkOf = (
  host: string,
  guest: string,
  change: (answer: string, index: number) => string = (answer) => answer,
): string =>
  QUESTIONS.map(
    (question, index) =>
      `${host}: ${question}\n\n${guest}: ${change(ANSWERS[index] as string, index)}\n`,
  ).join('\n');

/** A folder with these files, gone when the test is over. */
export function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'belief-ingest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) put(folder, name, content);
  return folder;
}

export function put(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}
