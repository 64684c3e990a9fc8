import type { HomeView, ModalView } from '../block-kit/views.js';
import { BOT_NAME, type Person } from '../people.js';
import type { View } from '../state/view-store.js';
import { Blocks } from './blocks.js';
import { emojify } from './emoji.js';
import { Mark } from './icons.js';

/** A user's top modal, as the content of the page's dialog. */
export function ModalContent({ view, viewer }: { view: View; viewer: Person }) {
  if (view.definition.type !== 'modal') return null;
  const modal: ModalView = view.definition;
  return (
    <form method="dialog" noValidate data-view={view.id}>
      <header>
        <span className="modal-mark" aria-hidden="true">
          <Mark />
        </span>
        <h2 id="modal-title" tabIndex={-1}>
          {emojify(modal.title.text)}
        </h2>
        <button type="button" className="plain" data-close="" aria-label="Close">
          {view.previousId ? '←' : '✕'}
        </button>
      </header>
      <div className="modal-body">
        <Blocks blocks={modal.blocks} viewer={viewer} errors={view.errors} />
      </div>
      <footer>
        <span className="modal-app">{BOT_NAME}</span>
        <button type="button" className="control" data-close="">
          {emojify(modal.close?.text ?? (modal.submit ? 'Cancel' : 'Close'))}
        </button>
        {modal.submit && (
          <button type="submit" className="control primary">
            {emojify(modal.submit.text)}
          </button>
        )}
      </footer>
    </form>
  );
}

/** A user's App Home, or a placeholder until the app has published one. */
export function HomeContent({ view, viewer }: { view: View | undefined; viewer: Person }) {
  if (!view)
    return (
      <div className="empty">
        <span className="empty-mark">
          <Mark />
        </span>
        <p>{BOT_NAME} has not published a Home for you yet.</p>
      </div>
    );
  const home = view.definition as HomeView;
  return (
    <div data-view={view.id}>
      <Blocks blocks={home.blocks} viewer={viewer} />
    </div>
  );
}
