import type { SandboxCommand, SandboxOptions, TourProgress } from '../options.js';
import { BOT_NAME, type Channel, channelsOf, type Person, RESEARCH_CHANNEL } from '../people.js';
import { Composer } from './composer.js';
import { Intro } from './intro.js';
import { Sidebar } from './sidebar.js';
import { Tour } from './tour.js';

interface Props {
  viewer: Person;
  options: SandboxOptions;
  commands: readonly SandboxCommand[];
  /** A question that has an answer. */
  question: string | undefined;
  tour: TourProgress | undefined;
}

/** The page around the conversations, which the browser fills from the feed. */
export function Page({ viewer, options, commands, question, tour }: Props) {
  const channels = channelsOf(viewer.id);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${options.teamName} · ${BOT_NAME} sandbox`}</title>
        <link rel="icon" href="/sandbox/static/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/static/blocks.css" />
        <link rel="stylesheet" href="/sandbox/static/layout.css" />
        <link rel="stylesheet" href="/sandbox/static/message.css" />
        <link rel="stylesheet" href="/sandbox/static/modal.css" />
        <script type="module" src="/sandbox/static/sandbox.js" />
      </head>
      <body data-as={viewer.id} data-room={channels[0]!.id}>
        <Sidebar viewer={viewer} channels={channels} options={options}>
          {tour && <Tour progress={tour} question={question} />}
        </Sidebar>
        <main>
          {channels.map((channel) => (
            <Room
              key={channel.id}
              channel={channel}
              commands={commands}
              digest={channel === RESEARCH_CHANNEL && options.postDigest !== undefined}
            />
          ))}
        </main>
        <aside className="thread" aria-label="Thread" hidden>
          <header>
            <h2>Thread</h2>
            <button type="button" className="plain" data-close-thread="" aria-label="Close thread">
              ✕
            </button>
          </header>
          <div className="scroll">
            <ol className="messages" />
          </div>
          <Composer label="Reply" hint="Reply…" needsMention />
        </aside>
        <dialog id="modal" aria-labelledby="modal-title" />
        <dialog id="confirm" aria-labelledby="confirm-title">
          <form method="dialog">
            <h2 id="confirm-title">Are you sure?</h2>
            <p />
            <footer>
              <button type="submit" className="control" value="deny" />
              <button type="submit" className="control primary" value="confirm" />
            </footer>
          </form>
        </dialog>
        <div id="notice" popover="manual" role="status" aria-live="polite" />
      </body>
    </html>
  );
}

interface RoomProps {
  channel: Channel;
  commands: readonly SandboxCommand[];
  /** True if the digest can be requested here. */
  digest: boolean;
}

function Room({ channel, commands, digest }: RoomProps) {
  const isApp = channel.withPerson !== undefined;
  const name = isApp ? BOT_NAME : `#${channel.name}`;
  return (
    <section
      className="room"
      data-channel={channel.id}
      data-tab={isApp ? 'home' : undefined}
      aria-label={name}
      hidden
    >
      <header>
        <h1>{name}</h1>
        {isApp ? (
          <div className="tabs" role="tablist" aria-label={BOT_NAME}>
            <button type="button" role="tab" data-tab-to="home" aria-selected="true">
              Home
            </button>
            <button type="button" role="tab" data-tab-to="messages" aria-selected="false">
              Messages
            </button>
          </div>
        ) : (
          <p>{channel.topic}</p>
        )}
        {digest && (
          <button type="button" className="control" data-digest="">
            Post the digest now
          </button>
        )}
      </header>
      {isApp && <div className="home scroll" />}
      <div className="talk scroll">
        <Intro channel={channel} hasCards={channel === RESEARCH_CHANNEL} commands={commands} />
        <ol className="messages" />
      </div>
      <Composer
        label={`Message ${name}`}
        hint={isApp ? `Message ${name}` : `Message ${name}, or type / for commands`}
        commands={isApp ? [] : commands}
        needsMention={!isApp}
      />
    </section>
  );
}
