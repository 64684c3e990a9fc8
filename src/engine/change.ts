import type { RuleName } from './cause.js';

/** An action of the engine, and its reason. */
export interface Change {
  did: 'opened' | 'closed' | 'updated';
  what: 'card' | 'gap' | 'receipt' | 'recommendation' | 'summary';
  type: RuleName | 'post_ship_receipt' | 'recommendation' | 'study_summary';
  id: string;
  summary: string;
  why: string;
}
