import { publishHome } from '../home.js';
import type { Action } from './click.js';

export const changeHomeFilter: Action = ({ slack, ctx, person, choice }) =>
  publishHome(slack, ctx, person, { filter: choice, page: 0 });

export const turnHomePage: Action = ({ slack, ctx, person, home, subjectId }) =>
  publishHome(slack, ctx, person, { filter: home?.filter ?? 'all', page: Number(subjectId) || 0 });
