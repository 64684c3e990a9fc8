import markdownIt from 'markdown-it';

/** Without HTML and without links made of bare addresses: what an issue says is data. */
const renderer = markdownIt({ html: false, linkify: false });

/** GitHub keeps comments of the source out of sight; so does the sandbox. */
const HIDDEN = /<!--[\s\S]*?-->\s*/g;

/** A list's item that is a task to GitHub. */
const OPEN_TASK = /^(\s*- )\[ \] /gm;

/** An issue's markdown as safe HTML. */
export const renderMarkdown = (markdown: string): string =>
  renderer.render(markdown.replace(HIDDEN, '').replace(OPEN_TASK, '$1☐ '));
