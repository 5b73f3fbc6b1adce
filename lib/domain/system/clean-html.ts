/**
 * The one sanitiser of HTML that people write in the console (notices). An allow-list: what it does not name is
 * dropped. It runs when HTML is written, and again when it is read, so that a row that came another way is as
 * harmless. Cleaning what is clean changes nothing.
 */
import sanitizeHtml from 'sanitize-html';
import { pathOfUpload } from '../../contracts/admin/upload-address.ts';

const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr'];
const inline = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'mark', 'code', 'span', 'br'];
const images = ['img'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

export const cleanTags: readonly string[] = [...blocks, ...inline, ...images, ...tables];

/** Attributes by tag; `*` stands for all of them. No `id` and no `name`: pages look things up by them. */
export const cleanAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['style'],
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

/** Links lead out by these. Pictures are those that were brought here: a page loads none from elsewhere. */
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

/** Beyond this many levels nobody writes; what is deeper loses its tags. */
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
  // Their text is no text.
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
    // Its size keeps the place until it is there.
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

/** Tags that were closed wrongly are read another way once they are written right: again, until nothing changes. */
const maxPasses = 5;

export function cleanHtml(html: string): string {
  let clean = html;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = sanitizeHtml(clean, options);
    if (next === clean) return clean;
    clean = next;
  }
  // What never settles is no text of people's: its words are kept.
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
}
