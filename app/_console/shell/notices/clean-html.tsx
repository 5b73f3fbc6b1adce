/**
 * Converts user-written HTML to React elements with an allow-list. It is parsed into an inert document. The server
 * has already sanitized it; this is a second line of defence.
 */
import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react';
import { uploadedImage } from '../../api/upload/image-address.ts';

const tags: ReadonlySet<string> = new Set(
  (
    'p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li hr a b strong i em u s del sub sup mark code span br img ' +
    'table caption thead tbody tfoot tr th td'
  ).split(' '),
);
const withoutChildren: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
/** Elements whose text is dropped too. Other disallowed elements are replaced by their children. */
const dropped: ReadonlySet<string> = new Set(
  'script style template noscript iframe object embed textarea select option title xmp svg math'.split(' '),
);
const maxDepth = 60;

const colour =
  /^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6})|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)|[a-z]{3,20})$/i;
const alignment = /^(?:left|right|center|justify)$/;
const linkScheme = /^(?:https?|mailto|tel):$/;

export function CleanHtml({ html }: { readonly html: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  // Not `parsed.body`, which an element with that name can shadow.
  const body: HTMLElement = Reflect.get(Document.prototype, 'body', parsed);
  return <Fragment>{childrenOf(body, 0)}</Fragment>;
}

function childrenOf(parent: Node, depth: number): ReactNode[] {
  // Keys by position: the same HTML has the same positions.
  return [...parent.childNodes].map((node, place) => elementOf(node, place, depth));
}

function elementOf(node: Node, place: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  // Controls of a form can shadow its properties, which are read here.
  if (!(node instanceof Element) || node instanceof HTMLFormElement) return null;
  const tag = node.localName;
  if (dropped.has(tag)) return null;
  if (!tags.has(tag) || depth >= maxDepth) {
    return (
      <Fragment key={place}>{depth >= maxDepth ? node.textContent : childrenOf(node, depth + 1)}</Fragment>
    );
  }
  const props = propsOf(node, tag);
  if (tag === 'img' && props.src === null) return null;
  if (withoutChildren.has(tag)) return createElement(tag, { key: place, ...props });
  return createElement(tag, { key: place, ...props }, ...childrenOf(node, depth + 1));
}

function propsOf(element: Element, tag: string): Record<string, unknown> {
  const props: Record<string, unknown> = { style: styleOf(element) };
  const number = (name: string) => {
    const text = element.getAttribute(name) ?? '';
    return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  };
  if (tag === 'a') {
    const href = addressOf(element.getAttribute('href'));
    if (href) Object.assign(props, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });
  } else if (tag === 'td' || tag === 'th') {
    Object.assign(props, { colSpan: number('colspan'), rowSpan: number('rowspan') });
  } else if (tag === 'img') {
    // Images of this console only: others could track readers.
    const src = uploadedImage(element.getAttribute('src'));
    const alt = element.getAttribute('alt') ?? '';
    Object.assign(props, { src, alt, width: number('width'), height: number('height'), loading: 'lazy' });
  } else if (tag === 'ol') {
    props.start = number('start');
  }
  return props;
}

/** Resolved like a browser would: an allowed scheme, or an address of this server. */
function addressOf(written: string | null): string | null {
  if (written === null) return null;
  try {
    const url = new URL(written, location.origin);
    return linkScheme.test(url.protocol) || url.origin === location.origin ? url.href : null;
  } catch {
    /* not a valid URL */
    return null;
  }
}

function styleOf(element: Element): CSSProperties | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  const { color, backgroundColor, textAlign } = element.style;
  const style: Record<string, string> = {};
  if (colour.test(color)) style.color = color;
  if (colour.test(backgroundColor)) style.backgroundColor = backgroundColor;
  if (alignment.test(textAlign)) style.textAlign = textAlign;
  return Object.keys(style).length > 0 ? style : undefined;
}
