import { TOUR_STEPS, type TourProgress, type TourStep } from '../options.js';
import { BOT_NAME } from '../people.js';

interface Props {
  progress: TourProgress;
  /** A question that has an answer. */
  question: string | undefined;
}

/**
 * Five steps for a first visit, in the sidebar so that they cover nothing. The browser ticks them off and remembers
 * if the list was dismissed.
 */
export function Tour({ progress, question }: Props) {
  return (
    <details className="tour" id="tour" data-team={progress.teamId} open>
      <summary>
        First five minutes{' '}
        <span data-tour-count="">
          {progress.done.length} of {TOUR_STEPS.length}
        </span>
      </summary>
      <ol>
        {TOUR_STEPS.map((step) => (
          <li key={step} data-step={step} data-done={progress.done.includes(step) || undefined}>
            <span className="tick" aria-hidden="true" />
            <span>
              <Words step={step} progress={progress} question={question} />
              <span className="said" data-said="" />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Words({ step, progress, question }: Props & { step: TourStep }) {
  switch (step) {
    case 'card':
      return <FirstCard {...progress} />;
    case 'question':
      return (
        <>
          Ask for an answer with citations:{' '}
          <button type="button" className="example" data-propose="">
            /ask {question ?? 'what is the biggest problem?'}
          </button>
        </>
      );
    case 'issue':
      return (
        <>
          Accept a recommendation and press <b>Create issue</b>.
        </>
      );
    case 'shipped':
      return (
        <>
          Tell the bot that it <b>shipped</b>: from then on, it watches whether the problem is gone.
        </>
      );
    case 'interview':
      return <>Drop one of your own interviews into the channel.</>;
  }
}

function FirstCard({ firstPage, noBeliefs }: TourProgress) {
  if (firstPage) {
    return (
      <>
        Open the{' '}
        <a href={firstPage} target="_blank" rel="noreferrer">
          page behind the first card
        </a>
        : who said it, and who did not.
      </>
    );
  }
  if (!noBeliefs) return <>When the first card is here, open the page behind it.</>;
  return (
    <>
      No belief was found in your interviews yet. <a href="#app">{BOT_NAME}</a> shows what waits,
      and how to go on.
    </>
  );
}
