// Preloaded into the service (`node --import`): tells the parent which statements it sends to Postgres.
import pg from 'pg';

/** @type {{ name?: string, text: string, values?: unknown[] }[] | undefined} */
let seen;
const { query } = pg.Client.prototype;

pg.Client.prototype.query = /** @type {typeof query} */ (
  function (...args) {
    const [config, values] = args;
    const { name, text } = typeof config === 'string' ? { text: config } : config;
    if (seen && typeof text === 'string') {
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
