import { TRACKERS } from '../../integrations/trackers.js';
import { readConfig } from '../../src/config/config.js';
import { addressRules } from '../../src/issues/adapter.js';

/** Those of a service without any tracker's settings. */
export const ADDRESS_RULES = addressRules(readConfig({}, TRACKERS).trackers);
