import type { IncomingMessage } from 'node:http';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { callerAddresses, introduceCaller } from '../../../lib/server/http/caller.ts';
import { networksOf } from '../../../lib/server/media-wiring.ts';

/** The client address that limits apply to. Checks that the raw request and the request behind Next give the same. */
function countedAs(
  socket: string,
  forwardedFor: string | null,
  trusted = ['127.0.0.0/8', 'fd00::/8'],
): string {
  const headers = forwardedFor === null ? {} : { 'x-forwarded-for': forwardedFor };
  const message = {
    headers: { ...headers },
    socket: { remoteAddress: socket },
  } as unknown as IncomingMessage; // the members used here
  const callers = callerAddresses(networksOf(trusted));
  const counted = callers.ofMessage(message);
  introduceCaller(message, 'http://oriel.test');
  const request = new Request('http://oriel.test/', { headers: message.headers as Record<string, string> });
  expect(callers.ofRequest(request)).toBe(counted);
  return counted;
}

describe('the client address for limits', () => {
  it.each([
    ['the socket, when it is no proxy of ours', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['the socket, if the proxy sends no address', '127.0.0.1', null, '127.0.0.1'],
    ['the client of the proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['not what the caller wrote itself', '127.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    [
      'the client of the first trusted proxy',
      '127.0.0.1',
      '192.0.2.66,198.51.100.1, fd00::2',
      '198.51.100.1',
    ],
    ['a proxy, when all are', '127.0.0.1', 'fd00::9, 127.0.0.2', 'fd00:0:0:0:0:0:0:9'],
    ['the proxy before a word that is no address', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['an address without its port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['an IPv6 address without its port', '127.0.0.1', '[2001:db8::1]:4711', '2001:db8:0:0:0:0:0:1'],
    ['a mapped socket as what it is', '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['one address under one spelling', '::1', null, '0:0:0:0:0:0:0:1'],
    ['a socket without an address', 'unknown', '198.51.100.1', 'unknown'],
  ])('%s', (_, socket, forwardedFor, expected) => {
    expect(countedAs(socket, forwardedFor)).toBe(expected);
  });

  it('trusts no proxy by default', () => {
    expect(countedAs('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
  });
});
