import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { EVENTS, EZUIKitPlayer } from '../../host-sdk/ezuikit/index.ts';
import { eventKeys, fieldsOf9, methodsOf7, methodsOf9, optionNames } from '../kit/ezuikit-names.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/ref/ezuikit.md'), 'utf8');
/** Names in code on the page, also those with arguments. */
const explained = new Set([...page.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code!.match(/\w+/g) ?? []));

describe('a page of EZUIKit 7.7 or 9.0 finds', () => {
  it('every key of EVENTS, with the name of the event', () => {
    const found = eventKeys.map((key) =>
      key.split('.').reduce<unknown>((group, name) => (group as Record<string, unknown>)?.[name], EVENTS),
    );
    expect(found).toEqual(eventKeys.map((key) => key.split('.').at(-1)));
  });

  it.each([...new Set([...methodsOf7, ...methodsOf9])])('the method %s', (name) => {
    expect(typeof (EZUIKitPlayer.prototype as unknown as Record<string, unknown>)[name]).toBe('function');
  });

  it.each(fieldsOf9)('the field %s', (name) => {
    const field = Object.getOwnPropertyDescriptor(EZUIKitPlayer.prototype, name);
    expect(typeof field?.get).toBe('function');
  });

  it('what every name of an option, a method and a field does here, or that it does nothing', () => {
    const names = new Set([...optionNames, ...methodsOf7, ...methodsOf9, ...fieldsOf9]);
    expect([...names].filter((name) => !explained.has(name))).toEqual([]);
  });
});
