// Preloaded into the service (`node --import`): reports to the parent the statements that the service sends to
// Postgres.
import pg from 'pg';

/** @type {{ name?: string, text: string, values?: unknown[] }[] | undefined} */
let seen;
const { query } = pg.Client.prototype;

pg.Client.prototype.query = /** @type {typeof query} */ (
  function (...args) {
    const [config, values] = args;
    if (seen && Array.isArray(config.statements)) {
      // a batch of db/batch.ts
      seen.push(
        ...config.statements.map(({ statement: { name, sql }, values }) => ({
          name,
          text: sql,
          values,
        })),
      );
    } else if (seen) {
      const { name, text } = typeof config === 'string' ? { text: config } : config;
      seen.push({ name, text, values: config.values ?? (Array.isArray(values) ? values : []) });
    }
    return query.apply(this, args);
  }
);

process.on('message', (message) => {
  if (message === 'begin') seen = [];
  else if (message === 'end') {
    const statements = seen;
    seen = undefined;
    process.send?.({ statements });
  }
});
