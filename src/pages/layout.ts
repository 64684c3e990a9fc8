import { INDEX_PATH } from '../core/page-links.js';
import { type Html, html } from './html.js';

export const STYLE_PATH = `${INDEX_PATH}/style.css`;

interface Frame {
  title: string;
  /** URL of the index, if this visitor may open it. */
  index?: string | undefined;
  /** URL of the place in Slack that the page is about. */
  slack?: string | undefined;
  /** A few words about the person who is signed in. */
  visitor?: string | undefined;
}

/** A whole document. It runs no scripts and loads nothing from elsewhere. */
export const document = ({ title, index, slack, visitor }: Frame, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title} · Belief Layer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><strong>Belief Layer</strong>
${index !== undefined && html`<a href="${index}">All beliefs</a>`}
${slack !== undefined && html`<a href="${slack}">Act on this in Slack</a>`}
${visitor !== undefined && html`<small>${visitor}</small>`}</header>
<main id="content">
${body}
</main>
</body>
</html>
`.text;

/** A page with a single message, such as why a page cannot be shown. */
export const notice = (title: string, ...paragraphs: (string | Html)[]): string =>
  document(
    { title },
    html`<h1>${title}</h1>${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
  );

/** A heading with its content; false if there is no content. */
export const section = (title: string, content: Html | false | undefined): Html | false =>
  content ? html`<section><h2>${title}</h2>${content}</section>` : false;
