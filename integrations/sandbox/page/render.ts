import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A component as HTML. The renderer gives each of its roots the same id, which a page may not. */
export function render<P extends object>(component: FunctionComponent<P>, props: P): string {
  return renderToStaticMarkup(createElement(component, props)).replaceAll(
    ' id="slack_blocks_to_jsx"',
    '',
  );
}
