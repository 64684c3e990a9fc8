/** The bot's scopes; the same as in manifest.yml, which says what each is for. */
export const BOT_SCOPES: readonly string[] = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'groups:history',
  'groups:read',
  'im:history',
  'links:read',
  'links:write',
  'reactions:read',
  'users:read',
];
