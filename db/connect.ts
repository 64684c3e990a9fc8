import type { DataSource } from 'typeorm';
import { createDataSource, type DataSourceOptions } from './data-source.js';
import { DatabaseUnavailable } from './database-unavailable.js';

/** A connected data source. Throws DatabaseUnavailable, which names the server but never the password. */
export async function connect(options: DataSourceOptions): Promise<DataSource> {
  try {
    return await createDataSource(options).initialize();
  } catch (error) {
    if (!options.throughPooler && /unsupported startup parameter/i.test(String(error)))
      return connect({ ...options, throughPooler: true });
    const { hostname, port, pathname } = new URL(options.url);
    const server = `${hostname}:${port || 5432}`;
    throw new DatabaseUnavailable(explain(error, server, pathname.slice(1)), { cause: error });
  }
}

function explain(error: unknown, server: string, name: string): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const refused = `Postgres at ${server} refuses the user or the password of DATABASE_URL. Correct them.`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return `No Postgres answers at ${server} (${code}). Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`;
    case '28000':
      if (/no encryption|SSL off/.test(message)) {
        return `Postgres at ${server} takes encrypted connections only. Add ?sslmode=verify-full to DATABASE_URL, or ?sslmode=no-verify where the server signs its own certificate.`;
      }
      return refused;
    case '28P01':
      return refused;
    case '3D000':
      return `Postgres at ${server} has no database "${name}". Create it (createdb ${name}) or correct DATABASE_URL.`;
    default:
      return `Postgres at ${server} cannot be used: ${message}. Check DATABASE_URL.`;
  }
}
