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
import { lookAtTour, startTour } from './tour.js';

startControls();
startModal();
startSuggestions();
startConversations();
startTour();
follow({
  all: ({ messages, home, modal }) => {
    drawAll(messages);
    drawHome(home);
    drawModal(modal);
    document.body.dataset.live = 'true';
    lookAtTour();
  },
  message: (message) => {
    drawMessage(message);
    lookAtTour();
  },
  removed: removeMessage,
  home: drawHome,
  modal: drawModal,
});
