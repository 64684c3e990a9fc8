import markdownIt from 'markdown-it';

/** Without HTML and without links made of bare addresses: what an issue says is data. */
const renderer = markdownIt({ html: false, linkify: false });

/** GitHub keeps comments of the source out of sight; so does the sandbox. */
const HIDDEN = /<!--[\s\S]*?-->\s*/g;

/** An issue's markdown as safe HTML. */
export const renderMarkdown = (markdown: string): string =>
  renderer.render(markdown.replace(HIDDEN, ''));
