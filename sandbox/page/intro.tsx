import type { SandboxCommand } from '../options.js';
import type { Channel } from '../people.js';
import { BOT_NAME } from '../people.js';

interface Props {
  channel: Channel;
  /** True if the cards are posted here. */
  hasCards: boolean;
  commands: readonly SandboxCommand[];
}

/** Things to try in this channel, above the first message. */
export function Intro({ channel, hasCards, commands }: Props) {
  const [ask] = commands;
  const example = ask?.hint && <Example text={`${ask.command} ${ask.hint}`} />;
  if (channel.withPerson) {
    return (
      <div className="intro">
        <h2>{BOT_NAME}</h2>
        <p>
          Between you and the app: whatever you write is a question. Drop interviews here to have
          them read.
        </p>
      </div>
    );
  }
  return (
    <div className="intro">
      <h2>#{channel.name}</h2>
      {hasCards ? (
        <p>
          {BOT_NAME} posts its cards here, most urgent first: press their buttons. Drop an interview
          (.vtt, .srt, .txt, .md, .csv, .json) into the channel to have it read, mention{' '}
          <b>@{BOT_NAME}</b> to ask, and act as a colleague to see what they see.
        </p>
      ) : (
        <p>
          The cards are in the other channel; {BOT_NAME} also answers here. Paste a link to a
          belief, or save what someone writes as evidence from the message’s menu.
        </p>
      )}
      {example && <p>Try {example}</p>}
    </div>
  );
}

/** Example text that is put into the composer when clicked. */
const Example = ({ text }: { text: string }) => (
  <button type="button" className="example" data-propose="">
    {text}
  </button>
);
