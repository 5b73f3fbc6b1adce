/**
 * The server's side of a DTLS 1.2 handshake with a browser, by `werift`, with what it leaves out:
 *
 * - Messages reach `werift` complete, in order and once. It would compute other keys for a repeated flight.
 * - The browser must own the certificate of its offer: the signature over the handshake (CertificateVerify) and the
 *   Finished message are checked. `werift` compares only the fingerprint of the certificate, which anybody on the network
 *   path can see and send.
 * - After the handshake nothing is accepted but an authenticated alert: no renegotiation, which a forged ClientHello would
 *   start.
 */
import { constants, createHash, createHmac, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type * as Werift from 'werift';
import type { CertificateFingerprint } from './sdp-offer.ts';
import type { SrtpKeys } from './srtp-media.ts';

export interface DtlsIdentity {
  readonly certPem: string;
  readonly keyPem: string;
  readonly signatureHash: NonNullable<Werift.CipherContext['signatureHashAlgorithm']>;
}

export interface DtlsHandshake {
  /** A datagram of the browser. Ignored after the end. */
  receive(datagram: Buffer): void;
  close(): void;
}

export interface DtlsEvents {
  send(datagram: Buffer): void;
  connected(keys: SrtpKeys): void;
  /** Called at most once: before `connected` the handshake failed, after it the browser has closed. */
  ended(reason: string): void;
}

const content = { changeCipherSpec: 20, alert: 21, handshake: 22 } as const;
const message = {
  clientHello: 1,
  certificate: 11,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
} as const;
const recordHeaderBytes = 13;
const messageHeaderBytes = 12;
/** A hello, a certificate, a key, a signature: about 3 KB in a browser. */
const maxMessageBytes = 16_384;
/** Of one handshake. A browser sends about 10, and as many again for each loss. */
const maxDatagrams = 200;

export function startDtlsHandshake(
  werift: typeof Werift,
  identity: DtlsIdentity,
  expected: readonly CertificateFingerprint[],
  events: DtlsEvents,
): DtlsHandshake {
  let state: 'handshake' | 'connected' | 'ended' = 'handshake';
  let datagrams = 0;
  const inbox = createInbox();
  const transport: Werift.DtlsSocket['options']['transport'] = {
    type: 'oriel',
    address: { address: '', family: '', port: 0 },
    closed: false,
    onData: () => {},
    send: async (datagram) => {
      if (state !== 'ended') events.send(datagram);
    },
    close: async () => {},
  };
  const server = new werift.DtlsServer({
    cert: identity.certPem,
    key: identity.keyPem,
    signatureHash: identity.signatureHash,
    transport,
    srtpProfiles: [werift.ProtectionProfileAeadAes128Gcm, werift.ProtectionProfileAes128CmHmacSha1_80],
    extendedMasterSecret: true,
    certificateRequest: true,
  });
  server.onError.subscribe(() => end('The DTLS handshake failed'));
  server.onConnect.subscribe(() => {
    if (state !== 'handshake') return;
    try {
      checkPeer(server, expected);
      const keys = srtpKeys(werift, server);
      state = 'connected';
      events.connected(keys);
    } catch (error) {
      end(error instanceof HandshakeRefused ? error.message : 'The DTLS handshake failed');
    }
  });

  function end(reason: string): void {
    if (state === 'ended') return;
    close();
    events.ended(reason);
  }

  function close(): void {
    state = 'ended';
    // Ends the retransmission of a flight at its next turn: there is no other way to stop it.
    server.dtls.flight = Number.MAX_SAFE_INTEGER;
  }

  /** To `werift`, as one datagram. */
  const pass = (datagram: Buffer) => transport.onData(datagram, ['', 0]);

  function receiveHandshake(record: DtlsRecord): void {
    datagrams += 1;
    if (datagrams > maxDatagrams) {
      end('The DTLS handshake did not end');
    } else if (record.epoch > 0) {
      if (inbox.isReadyForFinished()) pass(record.bytes);
    } else {
      for (const complete of inbox.add(record)) pass(complete);
    }
  }

  function receiveConnected(record: DtlsRecord): void {
    if (record.epoch === 0) return;
    if (record.type === content.handshake) {
      // The browser repeats its last flight because ours was lost.
      for (const datagram of server.dtls.lastMessage) events.send(datagram);
    } else if (record.type === content.alert && decryptAlert(server, record)) {
      end('The browser has closed the connection');
    }
  }

  return {
    receive(datagram) {
      try {
        for (const record of readRecords(datagram)) {
          if (state === 'ended') return;
          if (state === 'connected') receiveConnected(record);
          else if (record.type === content.handshake) receiveHandshake(record);
          else if (record.type === content.changeCipherSpec) pass(record.bytes);
        }
      } catch {
        /* malformed: dropped like a lost datagram */
      }
    },
    close,
  };
}

class HandshakeRefused extends Error {}

interface DtlsRecord {
  readonly type: number;
  readonly epoch: number;
  /** 48 bits. */
  readonly sequence: number;
  readonly body: Buffer;
  readonly bytes: Buffer;
}

function readRecords(datagram: Buffer): DtlsRecord[] {
  const records: DtlsRecord[] = [];
  let at = 0;
  while (at + recordHeaderBytes <= datagram.length) {
    const end = at + recordHeaderBytes + datagram.readUInt16BE(at + 11);
    if (end > datagram.length) break;
    records.push({
      type: datagram[at]!,
      epoch: datagram.readUInt16BE(at + 3),
      sequence: datagram.readUIntBE(at + 5, 6),
      body: datagram.subarray(at + recordHeaderBytes, end),
      bytes: datagram.subarray(at, end),
    });
    at = end;
  }
  return records;
}

/** Puts fragments together and messages in order. A hello may be repeated until the next message, as its answer is not. */
function createInbox() {
  interface Partial {
    readonly type: number;
    readonly body: Buffer;
    /** Bytes that have arrived. */
    readonly filled: Uint8Array;
  }
  const partial = new Map<number, Partial>();
  const passed = new Set<number>();
  let next = 0;
  let lastHello: { readonly sequence: number; readonly bytes: Buffer } | null = null;

  function addFragment(fragment: Buffer): number {
    const type = fragment[0]!;
    const length = fragment.readUIntBE(1, 3);
    const sequence = fragment.readUInt16BE(4);
    const offset = fragment.readUIntBE(6, 3);
    const size = fragment.readUIntBE(9, 3);
    const isSound = length <= maxMessageBytes && offset + size <= length;
    const isNear = sequence >= next && sequence < next + 8;
    if (isSound && isNear) {
      let message = partial.get(sequence);
      if (!message) {
        message = { type, body: Buffer.alloc(length), filled: new Uint8Array(length) };
        partial.set(sequence, message);
      }
      if (message.type === type && message.body.length === length) {
        fragment.copy(message.body, offset, messageHeaderBytes, messageHeaderBytes + size);
        message.filled.fill(1, offset, offset + size);
      }
    }
    return messageHeaderBytes + size;
  }

  return {
    /** Datagrams with one message each that are to be handled now. */
    add(record: DtlsRecord): Buffer[] {
      const ready: Buffer[] = [];
      for (let at = 0; at + messageHeaderBytes <= record.body.length; ) {
        const fragment = record.body.subarray(at);
        const isRepeatedHello =
          fragment[0] === message.clientHello && fragment.readUInt16BE(4) === lastHello?.sequence;
        if (isRepeatedHello && passed.size === 0) ready.push(lastHello!.bytes);
        at += addFragment(fragment);
      }
      for (let head = partial.get(next); head?.filled.every(Boolean); head = partial.get(next)) {
        const bytes = writeMessage(head.type, next, head.body, record.bytes);
        partial.delete(next);
        if (head.type === message.clientHello) lastHello = { sequence: next, bytes };
        else passed.add(head.type);
        next += 1;
        ready.push(bytes);
      }
      return ready;
    },
    isReadyForFinished: () =>
      [message.certificate, message.certificateVerify, message.clientKeyExchange].every((type) =>
        passed.has(type),
      ),
  };
}

/** A record with one unfragmented message; version and sequence are those of `like`. */
function writeMessage(type: number, sequence: number, body: Buffer, like: Buffer): Buffer {
  const record = Buffer.alloc(recordHeaderBytes + messageHeaderBytes);
  like.copy(record, 0, 0, recordHeaderBytes);
  record.writeUInt16BE(messageHeaderBytes + body.length, 11);
  record[recordHeaderBytes] = type;
  record.writeUIntBE(body.length, recordHeaderBytes + 1, 3);
  record.writeUInt16BE(sequence, recordHeaderBytes + 4);
  record.writeUIntBE(body.length, recordHeaderBytes + 9, 3);
  return Buffer.concat([record, body]);
}

/** Throws `HandshakeRefused` unless the browser has proven to own the certificate of its offer. */
function checkPeer(server: Werift.DtlsServer, expected: readonly CertificateFingerprint[]): void {
  const certificate = server.remoteCertificate;
  if (!certificate) throw new HandshakeRefused('The browser has sent no DTLS certificate');
  const isExpected = expected.some(
    ({ hash, hex }) => createHash(hash).update(certificate).digest('hex') === hex,
  );
  if (!isExpected) throw new HandshakeRefused('The DTLS certificate is not the one of the offer');
  const transcript = server.dtls.sortedHandshakeCache;
  const bytesBefore = (type: number) => {
    const end = transcript.findIndex(({ msg_type }) => msg_type === type);
    if (end < 0) throw new HandshakeRefused('The DTLS handshake is incomplete');
    return {
      body: transcript[end]!.fragment,
      before: Buffer.concat(transcript.slice(0, end).map((part) => part.serialize())),
    };
  };
  const proof = bytesBefore(message.certificateVerify);
  if (!isSignedBy(certificate, proof.before, proof.body)) {
    throw new HandshakeRefused('The browser does not own the DTLS certificate it has sent');
  }
  const finished = bytesBefore(message.finished);
  const wanted = verifyData(server.cipher.masterSecret, finished.before);
  if (finished.body.length !== wanted.length || !timingSafeEqual(finished.body, wanted)) {
    throw new HandshakeRefused('The DTLS handshake was changed on its way');
  }
}

/** Signature schemes of TLS 1.2 that browsers use, by number. */
const signatureSchemes: Readonly<Record<number, { hash: string; padding?: number }>> = {
  1025: { hash: 'sha256', padding: constants.RSA_PKCS1_PADDING },
  1027: { hash: 'sha256' },
  1283: { hash: 'sha384' },
  2052: { hash: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING },
};

function isSignedBy(certificate: Buffer, signed: Buffer, certificateVerify: Buffer): boolean {
  const scheme = signatureSchemes[certificateVerify.readUInt16BE(0)];
  if (!scheme) return false;
  const signature = certificateVerify.subarray(4, 4 + certificateVerify.readUInt16BE(2));
  const { publicKey } = new X509Certificate(certificate);
  const isRsa = publicKey.asymmetricKeyType === 'rsa';
  if (isRsa !== (scheme.padding !== undefined)) return false;
  return verify(
    scheme.hash,
    signed,
    { key: publicKey, ...(isRsa ? { padding: scheme.padding } : {}) },
    signature,
  );
}

/** Content of a client's Finished message (RFC 5246, 7.4.9). */
function verifyData(masterSecret: Buffer, transcript: Buffer): Buffer {
  const hmac = (data: Buffer) => createHmac('sha256', masterSecret).update(data).digest();
  const seed = Buffer.concat([
    Buffer.from('client finished'),
    createHash('sha256').update(transcript).digest(),
  ]);
  return hmac(Buffer.concat([hmac(seed), seed])).subarray(0, 12);
}

function srtpKeys(werift: typeof Werift, server: Werift.DtlsServer): SrtpKeys {
  const profile = server.srtp.srtpProfile;
  if (!profile) throw new HandshakeRefused('The browser has offered no SRTP profile that is known here');
  return { profile, ...server.extractSessionKeys(werift.keyLength(profile), werift.saltLength(profile)) };
}

/** True if the alert is authentic. */
function decryptAlert(server: Werift.DtlsServer, { type, epoch, sequence, body }: DtlsRecord): boolean {
  server.cipher.cipher.decrypt(server.sessionType, body, {
    type,
    version: 0xfefd,
    epoch,
    sequenceNumber: sequence,
  });
  return true;
}
