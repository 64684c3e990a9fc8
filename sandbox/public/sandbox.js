import { startControls } from './controls.js';
import {
  drawAll,
  drawHome,
  drawMessage,
  removeMessage,
  startConversations,
} from './conversation.js';
import { drawModal, startModal } from './modal.js';
import { follow } from './server.js';
import { startSuggestions } from './suggestions.js';

startControls();
startModal();
startSuggestions();
startConversations();
follow({
  all: ({ messages, home, modal }) => {
    drawAll(messages);
    drawHome(home);
    drawModal(modal);
    document.body.dataset.live = 'true';
  },
  message: drawMessage,
  removed: removeMessage,
  home: drawHome,
  modal: drawModal,
});
