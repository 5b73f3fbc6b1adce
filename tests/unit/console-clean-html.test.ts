import { expect } from 'expect';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, it } from 'vitest';
import { pathOfUpload } from '../../lib/contracts/admin/upload-address.ts';
import {
  cleanAttributes,
  cleanHtml,
  cleanStyles,
  cleanTags,
  linkSchemes,
} from '../../lib/domain/system/clean-html.ts';
import { propertyRun } from '../kit/mutation.ts';
import { xssPayloads } from '../kit/xss-corpus.ts';
import { mutatedHtml } from '../kit/xss-mutation.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements, attributes and values of the parsed HTML that are not on the allowlist. */
function dangers(html: string): string[] {
  return parseFragment(html).childNodes.flatMap(dangersOf);
}

function dangersOf(node: Node): string[] {
  if (!('tagName' in node)) return node.nodeName === '#text' ? [] : [`node ${node.nodeName}`];
  const { tagName, attrs, namespaceURI } = node;
  const found: string[] = [];
  if (!cleanTags.includes(tagName)) found.push(`<${tagName}>`);
  if (namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(`<${tagName}> of ${namespaceURI}`);
  const names = [...(cleanAttributes['*'] ?? []), ...(cleanAttributes[tagName] ?? [])];
  for (const { name, value } of attrs) {
    if (!names.includes(name)) found.push(`${tagName}.${name}`);
    if (name === 'href' && !leadsBy(value, linkSchemes)) found.push(`href ${value}`);
    if (name === 'src' && pathOfUpload(value) === null) found.push(`src ${value}`);
    if (name === 'style' && !isCleanStyle(value)) found.push(`style ${value}`);
    if (name === 'target' && !attrs.some((other) => other.name === 'rel' && /noopener/.test(other.value)))
      found.push('target without noopener');
  }
  return [...found, ...node.childNodes.flatMap(dangersOf)];
}

/** Whether the address is allowed, resolved as a browser does on a console page. */
function leadsBy(address: string, schemes: readonly string[]): boolean {
  const page = 'https://oriel.test/notice';
  if (!URL.canParse(address, page)) return true; // Not a valid URL, so the link does nothing.
  const { protocol, host } = new URL(address, page);
  const isOurs = protocol === 'https:' && host === 'oriel.test';
  return isOurs || (schemes.includes(protocol.slice(0, -1)) && /^[a-z]+:/i.test(address.trim()));
}

function isCleanStyle(style: string): boolean {
  return style
    .split(';')
    .filter((part) => part.trim() !== '')
    .every((part) => {
      const [name = '', ...rest] = part.split(':');
      const allowed = cleanStyles[name.trim() as keyof typeof cleanStyles];
      return allowed?.some((pattern) => pattern.test(rest.join(':').trim())) ?? false;
    });
}

const ours = `/api/admin/files/2026/11/21/${'0af'.repeat(10)}12.webp`;
const benign = [
  '<h2>停机通知</h2><p style="text-align:center">今晚 <strong>23:00</strong> 起维护</p>',
  '<p>见 <a href="https://example.com/a?b=1&amp;c=2" title="说明">说明</a></p>',
  '<ul><li>一</li><li>二<ol start="3"><li>三</li></ol></li></ul>',
  '<table><thead><tr><th colspan="2">表</th></tr></thead><tbody><tr><td>a</td><td rowspan="2">b</td></tr></tbody></table>',
  '<p><span style="color:#ff0000">红</span><span style="background-color:rgb(0, 1, 2)">底</span></p>',
  '<blockquote>引用</blockquote><pre><code>a &lt; b</code></pre><hr />',
  '<p>邮件 <a href="mailto:a@example.com">写信</a> 电话 <a href="tel:10086">拨打</a></p>',
  `<p>路线<img src="${ours}" alt="路线图" width="640" height="480" /></p>`,
];

describe('HTML of notices', () => {
  it.each([
    'https://example.com/a.png',
    '/files/a.png',
    'data:image/png;base64,AAAA',
    `https://example.com${ours}`,
    `//example.com${ours}`,
    `${ours}?a=1`,
    `${ours}#a`,
    ` ${ours}`,
    ours.replace('.webp', '.svg'),
    ours.replace('/files/', '/files/../'),
    '/api/admin/logout',
    '',
  ])('removes images that were not uploaded: %j', (address) => {
    expect(cleanHtml(`<p>前<img src="${address}" alt="图">后</p>`)).toBe('<p>前后</p>');
  });

  it('keeps an uploaded image, and its size', () => {
    const img = `<img src="${ours}" alt="图" width="640" height="480" />`;
    expect(cleanHtml(img)).toBe(img);
    expect(
      cleanHtml(
        `<img src="${ours}" width="9e9" height="100%" srcset="//a 1x" onload="x()" id="a" class="b">`,
      ),
    ).toBe(`<img src="${ours}" />`);
    expect(cleanHtml('<img>')).toBe('');
  });

  it('control: the corpus is large, and would be executed', () => {
    expect(xssPayloads.length).toBeGreaterThanOrEqual(300);
    const harmful = xssPayloads.filter((payload) => dangers(payload).length > 0);
    expect(harmful.length).toBeGreaterThan(250);
  });

  it.each(xssPayloads.map((payload) => [payload]))('is sanitized: %j', (payload) => {
    expect(dangers(cleanHtml(payload))).toEqual([]);
  });

  it('keeps formatting that users write', () => {
    for (const html of benign) {
      const tags = (text: string) => [...text.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag);
      expect(tags(cleanHtml(html))).toEqual(tags(html));
      expect(dangers(cleanHtml(html))).toEqual([]);
    }
    expect(cleanHtml(benign[4]!)).toBe(
      '<p><span style="color:#ff0000">红</span><span style="background-color:rgb(0, 1, 2)">底</span></p>',
    );
  });

  it('opens external links without an opener or referrer', () => {
    expect(cleanHtml('<a href="https://example.com" onclick="x()" rel="opener">x</a>')).toBe(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
  });

  it('is sanitized despite unlimited nesting', () => {
    const deep = `${'<div>'.repeat(20_000)}x`;
    expect(cleanHtml(deep).length).toBeLessThan(2_000);
  });

  it('blocks 20,000 mutations, and sanitizing is idempotent', () => {
    propertyRun('clean html', 20_000, mutatedHtml(benign), (html) => {
      const clean = cleanHtml(html);
      expect(dangers(clean)).toEqual([]);
      expect(cleanHtml(clean)).toBe(clean);
    });
  });
});
