/**
 * The web hosts of a configured GitHub Enterprise server, from the address of its API:
 * `https://ghe.example.com/api/v3`, or `https://api.octo.ghe.com` with data residency.
 */
export function githubHosts(apiUrl: string | undefined): string[] {
  if (!apiUrl) return [];
  const { host } = new URL(apiUrl);
  if (host === 'api.github.com') return [];
  return [host.endsWith('.ghe.com') ? host.replace(/^api\./, '') : host];
}
