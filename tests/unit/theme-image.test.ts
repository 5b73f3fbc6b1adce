import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readImage } from '../../lib/contracts/theme/image.ts';

const sources = { selfOrigin: 'https://oriel.example', imageOrigins: ['https://images.example:8443'] };

describe('an image of a theme', () => {
  it.each([
    ['', ''],
    [undefined, ''],
    [null, ''],
    ['/posters/door.png', '/posters/door.png'],
    ['/a.JPEG', '/a.JPEG'],
    ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['data:image/webp;base64,UklGRg==', 'data:image/webp;base64,UklGRg=='],
    ['https://oriel.example/posters/door.webp', '/posters/door.webp'],
    ['https://images.example:8443/a.jpg?w=1&h=2', 'https://images.example:8443/a.jpg?w=1&h=2'],
  ])('%p is shown as %p', (value, shown) => expect(readImage(value, sources)).toBe(shown));

  it.each([
    'https://images.example/a.jpg',
    'http://images.example:8443/a.jpg',
    'https://images.example:8443.evil.example/a.jpg',
    'https://images.example:8443@evil.example/a.jpg',
    'https://user@images.example:8443/a.jpg',
    'https://evil.example/a.jpg',
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    '\\\\evil.example\\a.png',
    '/logout',
    '/api/lapp/device/info?x=.png',
    '/a.svg',
    '/a.png?x',
    '/a.png#x',
    'a.png',
    'https://oriel.example/logout',
    'javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png,x',
    'data:image/png;base64,"onerror=',
    'blob:https://oriel.example/1',
    'file:///etc/passwd.png',
    'https://images.example:8443/a.jpg")',
    "https://images.example:8443/a.jpg'",
    'https://images.example:8443/a b.jpg',
    'https://images.example:8443/(a).jpg',
    `data:image/png;base64,${'A'.repeat(49_200)}`,
    `https://images.example:8443/${'a'.repeat(2_100)}`,
  ])('may not be %.90p', (value) => expect(readImage(value, sources)).toBeNull());

  it('can only be from this server or inline data if no origin is listed', () => {
    expect(readImage('https://images.example:8443/a.jpg')).toBeNull();
    expect(readImage('https://oriel.example/a.png')).toBeNull();
    expect(readImage('/a.png')).toBe('/a.png');
  });
});
