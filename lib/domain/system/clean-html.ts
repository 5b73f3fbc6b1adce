/**
 * The only sanitiser of HTML that users write (notices). An allow-list: everything else is dropped. It runs when HTML
 * is written and again when it is read, in case a row was written by other means. Sanitising clean HTML changes
 * nothing.
 */
import sanitizeHtml from 'sanitize-html';
import { pathOfUpload } from '../../contracts/admin/upload-address.ts';

const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr'];
const inline = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'mark', 'code', 'span', 'br'];
const images = ['img'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

export const cleanTags: readonly string[] = [...blocks, ...inline, ...images, ...tables];

/**
 * Attributes by tag; `*` means all tags. No `id` and no `name`, because they could shadow elements and globals of the
 * page.
 */
export const cleanAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['style'],
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

/** Schemes of external links. Images must be uploaded ones: a page loads none from elsewhere. */
export const linkSchemes: readonly string[] = ['http', 'https', 'mailto', 'tel'];

const colour = [
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i,
  /^[a-z]{3,20}$/i,
];
export const cleanStyles = {
  color: colour,
  'background-color': colour,
  'text-align': [/^(?:left|right|center|justify)$/],
} as const;

/** Deeper levels lose their tags; real texts have fewer. */
const maxDepth = 60;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...cleanTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(cleanAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...linkSchemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  allowedStyles: {
    '*': Object.fromEntries(Object.entries(cleanStyles).map(([name, list]) => [name, [...list]])),
  },
  // The content of these tags is dropped too.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'noembed',
    'noframes',
    'xmp',
    'title',
  ],
  disallowedTagsMode: 'discard',
  nestingLimit: maxDepth,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && pathOfUpload(attribs.src ?? '') === null,
  transformTags: {
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href }),
        ...(title === undefined ? {} : { title }),
        target: '_blank',
        rel: 'noopener noreferrer nofollow',
      },
    }),
    // Width and height reserve the space until the image has loaded.
    img: (tagName, { width, height, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...pixels({ width, height }) },
    }),
  },
};

function pixels(sizes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sizes).filter((size): size is [string, string] => /^\d{1,4}$/.test(size[1] ?? '')),
  );
}

/** Correcting wrong nesting can change how the result is parsed: repeat until it is stable. */
const maxPasses = 5;

export function cleanHtml(html: string): string {
  let clean = html;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = sanitizeHtml(clean, options);
    if (next === clean) return clean;
    clean = next;
  }
  // HTML that never becomes stable is reduced to its text.
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
}

const lineEnds = /<\/(?:p|div|h[1-6]|blockquote|pre|li|tr|caption)>|<br\s*\/?>|<hr\s*\/?>/g;
const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The text of sanitised HTML, for e-mails: a line for each block. */
export function textOfHtml(clean: string): string {
  const lines = clean.replace(lineEnds, (end) => `${end}\n`);
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => characters[entity] ?? entity)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
