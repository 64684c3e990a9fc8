// Keeps measurable habits of non-native prose out of code, comments and docs; part of `npm run lint`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const RULES = [
  [/\b(anew|whoever|wherever|whomever)\b/i, 'write "again", "the user", "the caller", "anywhere"'],
  [/\bbeside\b/i, 'write "next to" or "besides"'],
  [
    /^\s*\/\*\* (What|Whether|Where|Who|Whose|Why|Of|As|How) /,
    'begin a doc comment with a noun or a verb ("Returns …", "True if …")',
  ],
];
const FILES = /\.(ts|tsx|mjs|md|ya?ml)$/;
const OWN_WORDS = /^(scripts\/check-english\.mjs|CHANGELOG\.md|docs\/decisions\/)/;
/** Participants' words, test material and word lists are not checked. */
const MATERIAL = /^(demo|test\/.*fixtures|src\/.*codebook\/)/;

let found = 0;
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')) {
  if (!FILES.test(file) || OWN_WORDS.test(file) || MATERIAL.test(file)) continue;
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    const text = line.trim() === '/**' ? `/** ${lines[index + 1]?.replace(/^\s*\* ?/, '')}` : line;
    for (const [pattern, advice] of RULES)
      if (pattern.test(text)) {
        found++;
        process.stdout.write(`${file}:${index + 1}: ${text.trim().slice(0, 90)}\n    ${advice}\n`);
      }
  }
}
if (found > 0) {
  process.stdout.write(`${found} sentences to rewrite\n`);
  process.exit(1);
}
