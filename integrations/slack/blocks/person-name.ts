export {
  type Names,
  shownName,
  withShownNames,
} from '../../../src/beliefs/participants/shown-name.js';
