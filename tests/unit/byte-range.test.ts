import { expect } from 'expect';
import { it } from 'vitest';
import { requestedRange } from '../../lib/kernel/byte-range.ts';

it.each([
  ['bytes=0-', { from: 0, to: 10 }],
  ['bytes=2-4', { from: 2, to: 5 }],
  ['bytes=9-9', { from: 9, to: 10 }],
  ['bytes=5-999', { from: 5, to: 10 }],
  ['bytes=-3', { from: 7, to: 10 }],
  ['bytes=-99', { from: 0, to: 10 }],
])('%s is one part of ten bytes', (header, range) => {
  expect(requestedRange(header, 10)).toEqual(range);
});

it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s is behind the end of ten bytes', (header) => {
  expect(requestedRange(header, 10)).toBe('unsatisfiable');
});

it.each([
  null,
  '',
  'bytes=-',
  'bytes=4-2',
  'bytes=0-1,3-4',
  'bytes=a-b',
  'lines=0-1',
  `bytes=0-${'9'.repeat(16)}`,
])('%s is answered with the whole file', (header) => {
  expect(requestedRange(header, 10)).toBe('whole');
});
