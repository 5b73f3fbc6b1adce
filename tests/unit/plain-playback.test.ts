import { expect } from 'expect';
import { describe, it } from 'vitest';
import { plainRefusal } from '../../player-frame/session/plain-playback.ts';

const origins = ['https://streams.example', 'http://media.example:8080', 'http://127.0.0.1:8080'];
const refused = (address: string, protocol = 'https:') => plainRefusal(address, origins, { protocol });

describe('which streams of other servers may be played', () => {
  it.each([
    ['https://streams.example/live.flv'],
    ['https://streams.example:443/live.flv?key=1'],
    ['wss://streams.example/live.flv'],
    ['HTTPS://STREAMS.example/live.flv'],
    // Browsers permit the machine itself.
    ['http://127.0.0.1:8080/live.flv'],
  ])('those of listed origins, also by WebSocket: %s', (address) => {
    expect(refused(address)).toBeNull();
  });

  it.each([
    ['https://other.example/live.flv', 'plain.origin'],
    ['https://streams.example:8443/live.flv', 'plain.origin'],
    ['http://streams.example/live.flv', 'plain.origin'],
    ['ws://streams.example/live.flv', 'plain.origin'],
    ['https://streams.example.other.example/live.flv', 'plain.origin'],
    ['https://streams.example@other.example/live.flv', 'plain.credentials'],
    ['https://me:secret@streams.example/live.flv', 'plain.credentials'],
    ['https://', 'plain.address'],
    ['http://media.example:8080/live.flv', 'plain.insecure'],
    ['ws://media.example:8080/live.flv', 'plain.insecure'],
  ])('no others: %s', (address, code) => {
    expect(refused(address)).toBe(code);
  });

  it('plays unencrypted streams in an unencrypted page', () => {
    expect(refused('http://media.example:8080/live.flv', 'http:')).toBeNull();
  });
});
