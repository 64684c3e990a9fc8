import { App, HTTPReceiver, LogLevel } from '@slack/bolt';

/** The baseline: Bolt alone, which acknowledges every press and does nothing else. A separate process. */
process.once('message', async ({ signingSecret }: { signingSecret: string }) => {
  const receiver = new HTTPReceiver({ signingSecret, logLevel: LogLevel.ERROR });
  const app = new App({ receiver, authorize: async () => ({}), logLevel: LogLevel.ERROR });
  app.action(/[\s\S]*/, async ({ ack }) => ack());
  const server = await receiver.start({ port: 0, host: '127.0.0.1' });
  process.send?.(server.address());
});
process.once('disconnect', () => process.exit());
