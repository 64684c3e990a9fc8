import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Renders a component to HTML. The renderer gives each root the same id, which is not allowed within a page. */
export function render<P extends object>(component: FunctionComponent<P>, props: P): string {
  return renderToStaticMarkup(createElement(component, props)).replaceAll(
    ' id="slack_blocks_to_jsx"',
    '',
  );
}
