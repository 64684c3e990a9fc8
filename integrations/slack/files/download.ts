import { MAX_INGEST_BYTES } from '../../../src/core/numbers.js';
import type { Slack } from '../connection/slack.js';
import { failureIn } from '../connection/slack-failure.js';

const DOWNLOAD_MS = 60_000;
const HOSTS = /\.slack(?:-gov)?\.com$/;

/** The reason why Slack does not provide a file, as a sentence; a retry would not help. */
export class NoFile extends Error {}

/**
 * Downloads a file that was sent in Slack. Our token is sent only to Slack's own hosts, redirects are not
 * followed, and the download stops at the ingest limit. Throws NoFile.
 */
export async function download(slack: Slack, fileId: string): Promise<Uint8Array> {
  const { file } = await slack.client.files.info({ file: fileId }).catch((error: unknown) => {
    if (failureIn(error)?.code === 'missing_scope') throw noScope();
    throw error;
  });
  if (file?.mode === 'external' || file?.is_external) {
    throw new NoFile('it is a link to another service: download it and send the file itself.');
  }
  if ((file?.size ?? 0) > MAX_INGEST_BYTES) throw tooLarge();
  const url = file?.url_private_download ?? file?.url_private ?? '';
  if (!isSlacks(url, slack)) throw new NoFile('Slack provided no download link.');
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${slack.settings.botToken}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(DOWNLOAD_MS),
  }).catch(notDelivered);
  // without the scope, Slack redirects to its sign-in page
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!response.ok || isPage || !response.body) {
    await response.body?.cancel();
    throw noScope();
  }
  return limited(response.body).catch(notDelivered);
}

const noScope = (): NoFile =>
  new NoFile(
    'Slack did not provide the file: check that the app has the scope files:read, and install it again.',
  );

function notDelivered(error: unknown): never {
  if (error instanceof NoFile) throw error;
  throw new NoFile('Slack did not deliver it. Send it again.', { cause: error });
}

function isSlacks(url: string, { settings }: Slack): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  if (settings.apiUrl && origin === new URL(settings.apiUrl).origin) return true;
  return protocol === 'https:' && HOSTS.test(hostname);
}

async function limited(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_INGEST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (): NoFile =>
  new NoFile(`it is larger than ${MAX_INGEST_BYTES / 1024 / 1024} MB, the limit: split it.`);
