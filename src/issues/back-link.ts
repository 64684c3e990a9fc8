import { pagePath } from '../core/page-links.js';

/** Title of the link from an issue to the page of its recommendation. */
export const BACK_LINK_TITLE = 'Belief Layer: the evidence behind this issue';

/** The address of that page without its token; in an issue, a quote or a token follows it. */
export const backLinkWithoutToken = (publicUrl: string, recommendationId: string): string =>
  publicUrl.replace(/\/+$/, '') + pagePath({ recommendationId });
