/**
 * Viewers that only count bytes: `node --import tsx fan-out-sink.ts <http|ws> <port> <path> <count>`. Reads into one
 * shared buffer and parses nothing, to use little of the measured machine's CPU.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const [transport, port, path, count] = process.argv.slice(2);
const shared = Buffer.alloc(256 * 1024);
let bytes = 0;
let open = 0;

function ptz(): string {
  const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  if (transport === 'http') lines.push('Authorization: Bearer any');
  else {
    const key = randomBytes(16).toString('base64');
    lines.push(
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
    );
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A masked text message, as RFC 6455 requires of clients. The mask is zero: nothing here is secret. */
function ticketMessage(): Buffer {
  const text = Buffer.from('{"ticket":"any"}');
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}

for (let index = 0; index < Number(count); index += 1) {
  let isFirst = true;
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    onread: {
      buffer: shared,
      callback(length) {
        bytes += length;
        if (isFirst && transport === 'ws') socket.write(ticketMessage());
        isFirst = false;
        return true;
      },
    },
  });
  socket.on('connect', () => {
    open += 1;
    socket.write(ptz());
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    open -= 1;
  });
}

process.on('message', () => process.send?.({ bytes, open }));
process.on('disconnect', () => process.exit());
