import 'reflect-metadata';
import { met, publish, type Report } from './report.js';

/** Every benchmark by name; each is loaded only if it runs. */
const benchmarks: Record<string, () => Promise<Report>> = {
  start: async () => (await import('./start.js')).start(),
  ingest: async () => (await import('./ingest/ingest.js')).ingesting(),
  import: async () => (await import('./import/import.js')).importing(),
  reads: async () => (await import('./reads/reads.js')).reads(),
  pages: async () => (await import('./reads/pages.js')).pages(),
  'for-people': async () => (await import('./reads/for-people.js')).forPeople(),
  tools: async () => (await import('./reads/tools.js')).tools(),
  scale: async () => (await import('./scale/scale.js')).scale(),
  limits: async () => (await import('./limits.js')).limits(),
  acknowledge: async () => (await import('./acknowledge/acknowledge.js')).acknowledge(),
  ask: async () => (await import('./ask/ask.js')).ask(),
  search: async () => (await import('./search/search.js')).search(),
  beliefs: async () => (await import('./beliefs/beliefs.js')).beliefs(),
  themes: async () => (await import('./themes/themes.js')).themes(),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !benchmarks[name]);
if (unknown.length > 0) {
  const known = Object.keys(benchmarks).join(', ');
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${known}.\n`);
  process.exitCode = 2;
} else {
  for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
    try {
      const report = await (benchmarks[name] as () => Promise<Report>)();
      publish(report);
      if (!report.bars.every(met)) process.exitCode = 1;
    } catch (error) {
      // the other benchmarks are still worth running
      process.stderr.write(
        `\n${name} could not run: ${error instanceof Error ? error.stack : error}\n`,
      );
      process.exitCode = 1;
    }
  }
}
