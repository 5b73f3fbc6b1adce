import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readMultipartForm } from '../../../lib/http/multipart.ts';
import { isBounded } from '../../../lib/http/multipart-bounds.ts';

const type = 'multipart/form-data; boundary=x';
const part = (name: string, head = '') =>
  `--x\r\n${head}Content-Disposition: form-data; name="${name}"\r\n\r\nv\r\n`;
const body = (...parts: string[]) => Buffer.from(`${parts.join('')}--x--\r\n`);
const parts = (count: number) => Array.from({ length: count }, (_, at) => part(`f${at}`));

describe('a multipart body before it is parsed', () => {
  it('has at most 64 parts', () => {
    expect(isBounded(body(...parts(64)), type)).toBe(true);
    expect(isBounded(body(...parts(65)), type)).toBe(false);
  });

  it('has no part with thousands of header lines', async () => {
    const bytes = body(part('a', 'a: b\r\n'.repeat(2_000)));
    expect(await readMultipartForm(bytes, type)).toEqual({ ok: false, error: 'malformed' });
  });

  it.each([
    'multipart/form-data;boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    'multipart/form-data; boundary="a b:c"',
    'Multipart/Form-Data; boundary=x; charset=UTF-8',
    'multipart/form-data;charset="utf-8";boundary=x',
  ])('may have the type %s', (given) => {
    expect(isBounded(body(), given)).toBe(true);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x; boundary=y',
    'multipart/form-data; boundary=x; charset=gbk',
  ])('may not have the type %s', (given) => {
    expect(isBounded(body(), given)).toBe(false);
  });

  it('is read as its sender wrote it', async () => {
    const form = new FormData();
    form.set('key', '值');
    form.set('file', new File(['content'], '路线.png'));
    const sent = new Response(form);
    const given = sent.headers.get('content-type') ?? '';
    const read = await readMultipartForm(new Uint8Array(await sent.arrayBuffer()), given);
    expect(read).toMatchObject({ ok: true, value: { texts: [['key', '值']], isFileLast: true } });
  });
});
