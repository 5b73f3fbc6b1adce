import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readColour } from '../../lib/contracts/theme/colour.ts';

describe('a colour of a theme', () => {
  it.each([
    '#fff',
    '#FFFFFF',
    '#00000080',
    'rgb(0,0,0)',
    'rgb( 12 , 34 , 56 )',
    'rgba(255, 255, 255, 0.5)',
    'rgba(255,255,255,.5)',
    'rgb(10%, 20%, 100%)',
    'rgb(10% 20% 100% / 50%)',
    'rgb(0 0 0 / 0%)',
    'rgb(0 0 0/1)',
    'RGBA(1 2 3)',
    'transparent',
    'White',
  ])('may be %p', (text) => expect(readColour(text)).toBe(text));

  it.each([
    ['#000000-diy', '#000000'],
    ['rgba(0,0,0,.5)-diy', 'rgba(0,0,0,.5)'],
    ['  #1890ff ', '#1890ff'],
    ['red -diy', 'red'],
  ])('%p is %p', (text, colour) => expect(readColour(text)).toBe(colour));

  it.each([
    '',
    '-diy',
    '#ff',
    '#ffff',
    '#fffff',
    '#ggg',
    '#fff-diy-diy',
    '#fff;',
    '#fff !important',
    'rgb(256,0,0)',
    'rgb(0,0)',
    'rgb(0,0,0,)',
    'rgb(0,0,0,2)',
    'rgb(0,0,0,101%)',
    'rgb(0 0 0 / )',
    'rgb(0 0 0 0)',
    'rgb(10%,20,30)',
    'rgb(-1,0,0)',
    'rgb(1e2,0,0)',
    'rgb(0,0,0',
    'rgb(0,0,0))',
    'rgb(var(--x),0,0)',
    'hsl(0,0%,0%)',
    'hsl(120deg 100% 50%)',
    'color-mix(in srgb, red, blue)',
    'var(--x)',
    'env(x)',
    'url(https://evil.example/x)',
    'URL("x")',
    'image-set("x")',
    'red;background:url(x)',
    'red/**/',
    '\\72 ed',
    'inherit',
    'currentColor',
    'constructor',
    'red\n;',
    `#${'0'.repeat(70)}`,
    ` ${' '.repeat(70)}red`,
  ])('may not be %p', (text) => expect(readColour(text)).toBeNull());

  it.each([undefined, null, 0, 0xffffff, ['red'], { toString: () => 'red' }])('may not be %p', (value) =>
    expect(readColour(value)).toBeNull(),
  );
});
