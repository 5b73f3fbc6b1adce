/** The server connects to other machines in one place, where the address is checked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What opens a connection, and the files that may. */
const opens =
  /\bfetch\(|\b(?:connect|connectTcp|connectTls|createConnection|request|get)\b[^;]*from 'node:(?:net|tls|http|https|http2)'|from 'node:(?:https|http2|dgram|dns(?:\/promises)?)'|from 'undici'|import\('@aws-sdk\//;
const allowed: Readonly<Record<string, string>> = {
  'lib/media/net/safe-connect.ts': 'checks the address, and connects to it',
  'lib/media/control/soap-post.ts': 'HTTP over a connection of safe-connect.ts',
  'lib/media/control/json-get.ts': 'HTTP over a connection of safe-connect.ts',
  'lib/media/control/webhook-post.ts': 'HTTP over a connection of safe-connect.ts',
  'lib/media/gateway/peers/host-sockets.ts':
    'answers browsers that know the password of a call, and sends to no other address',
  'lib/media/gateway/peers/plain-rtp.ts':
    'audio to the port that Janus has named, whose address only the operator sets',
  'lib/media/object-store/s3-object-store.ts':
    'the address of the object store, which only the operator sets',
  'lib/media/sources/rtsp/udp/port-pair.ts':
    'receives from cameras, and sends only to the address of their RTSP connection, which was checked',
  'lib/plain-stream/read-http.ts':
    'runs in browsers only: player and facade, whose page and its policy limit connections',
  'lib/server/cli/address-warnings.ts': 'resolves a name for a warning, and connects to nothing',
  'lib/server/cli/control-client.ts': 'the socket of the data folder',
  'lib/server/cli/require-installation.ts': 'the port of the server on this machine',
};

it('every other file leaves connections to safe-connect.ts', () => {
  const found = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `lib/${file}`)
    .filter((file) => opens.test(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

it.each([
  "await fetch('http://example.com')",
  "import { connect } from 'node:net';",
  "import { request as send } from 'node:http';",
  "import https from 'node:https';",
  "const sdk = await import('@aws-sdk/client-s3');",
])('control: %s would be found', (line) => expect(opens.test(line)).toBe(true));
