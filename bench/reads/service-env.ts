/** The service as it is run for others, but with room for a load that no key may cause. */
export const serviceEnv = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  RATE_LIMIT_PER_MINUTE: '1000000',
});
