/** A WebRTC client in Node that does what a browser does not: forge, replay, and break off. Built on `werift`. */
import { createSocket } from 'node:dgram';
import {
  CipherContext,
  classes,
  HashAlgorithm,
  MediaStreamTrack,
  Message,
  methods,
  NamedCurveAlgorithm,
  useOPUS as opusCodec,
  parseMessage,
  RTCPeerConnection,
  type RTCRtpTransceiver,
  type RtcpReceiverInfo,
  RtcpRrPacket,
  RtpHeader,
  type RtpPacket,
  SignatureAlgorithm,
} from 'werift';
import type { TalkPeer } from '../../lib/media/talk-ports.ts';

const opus = opusCodec();

export interface TalkClientOptions {
  /** PEM of a certificate and of a key, which may not belong to it. */
  readonly certificate?: { readonly certPem: string; readonly keyPem: string };
}

export class TalkClient {
  readonly received: RtpPacket[] = [];
  readonly reports: RtcpReceiverInfo[] = [];
  private readonly connection: RTCPeerConnection;
  private readonly transceiver: RTCRtpTransceiver;
  private sequence = 65_500;

  /** `stunPort`: of `startStunResponder`. */
  constructor(stunPort: number, { certificate }: TalkClientOptions = {}) {
    this.connection = new RTCPeerConnection({
      iceServers: [{ urls: `stun:127.0.0.1:${stunPort}` }],
      codecs: { audio: [opus] },
      ...(certificate
        ? { dtls: { keys: { ...certificate, signatureHash: { hash: 4, signature: 3 } } } }
        : {}),
    });
    this.transceiver = this.connection.addTransceiver(new MediaStreamTrack({ kind: 'audio' }), {
      direction: 'sendrecv',
    });
    this.connection.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe((packet) => this.received.push(packet)),
    );
  }

  async offer(): Promise<string> {
    await this.connection.setLocalDescription(await this.connection.createOffer());
    return this.connection.localDescription!.sdp;
  }

  async accept(answer: string): Promise<void> {
    await this.connection.setRemoteDescription({ type: 'answer', sdp: answer });
  }

  /** `change`: of the offer on its way. Resolves when the peer is up or down, with the reason of the latter. */
  async call(peer: TalkPeer, change: (offer: string) => string = (offer) => offer): Promise<string> {
    const settled = new Promise<string>((done) =>
      peer.onState((state) => done(state.state === 'up' ? 'up' : state.reason)),
    );
    await this.accept(await peer.answer(change(await this.offer())));
    this.dtls.onRtcp.subscribe((packet) => {
      if (packet instanceof RtcpRrPacket) this.reports.push(...packet.reports);
    });
    const outcome = await settled;
    if (outcome === 'up') await this.connected();
    return outcome;
  }

  /** The server is up a moment before its last message arrives here. */
  async connected(): Promise<void> {
    if (this.connection.connectionState === 'connected') return;
    await this.connection.connectionStateChange.watch((state) => state === 'connected');
  }

  /** The next packet of the microphone, encrypted but not sent. */
  seal(payload: string | Uint8Array): Buffer {
    this.sequence = (this.sequence + 1) % 65_536;
    const header = new RtpHeader({
      sequenceNumber: this.sequence,
      timestamp: this.sequence * 960,
      payloadType: 96,
      ssrc: 7,
    });
    return this.dtls.srtp.encrypt(Buffer.from(payload as string), header);
  }

  /** A datagram over the connected path, as it is. */
  async sendRaw(datagram: Buffer): Promise<void> {
    await this.dtls.iceTransport.connection.send(datagram);
  }

  async speak(payload: string | Uint8Array): Promise<void> {
    await this.sendRaw(this.seal(payload));
  }

  /** The end of the connection as browsers announce it, encrypted. */
  async sendAlert(): Promise<void> {
    const { cipher, sessionType } = this.dtls.dtls!;
    const header = { type: 21, version: 0xfefd, epoch: 1, sequenceNumber: 9 };
    const closeNotify = cipher.cipher.encrypt(sessionType, Buffer.from([1, 0]), header);
    await this.sendRaw(dtlsRecord(header.type, closeNotify, header.epoch, header.sequenceNumber));
  }

  /** Changes the datagrams of the handshake on their way to the server. Before `accept`. */
  damageHandshake(change: (datagram: Buffer) => Buffer): void {
    const { connection } = this.dtls.iceTransport;
    const { send } = connection;
    connection.send = (datagram) => send(change(datagram));
  }

  /** Stops without a word, as a laptop that is closed. */
  async vanish(): Promise<void> {
    await this.dtls.iceTransport.connection.close();
  }

  async close(): Promise<void> {
    await this.connection.close();
    const handshake = this.dtls?.dtls;
    // Ends its retransmissions, which would go on for half a minute.
    if (handshake) handshake.dtls.flight = Number.MAX_SAFE_INTEGER;
  }

  private get dtls() {
    return this.transceiver.dtlsTransport;
  }
}

/** Answers clients that ask for their address: they ask a public server and wait for 5 s if there is none of their own. */
export function startStunResponder(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (datagram, { address, port }) => {
    const request = parseMessage(datagram);
    if (!request) return;
    const answer = new Message(methods.BINDING, classes.RESPONSE, request.transactionId);
    socket.send(answer.setAttribute('XOR-MAPPED-ADDRESS', [address, port]).bytes, port, address);
  });
  return new Promise((done) =>
    socket.bind(0, '127.0.0.1', () =>
      done({
        port: socket.address().port,
        close: () => new Promise((closed) => socket.close(() => closed())),
      }),
    ),
  );
}

export function dtlsRecord(type: number, body: Buffer, epoch = 0, sequence = 0): Buffer {
  const header = Buffer.alloc(13);
  header[0] = type;
  header.writeUInt16BE(0xfefd, 1);
  header.writeUInt16BE(epoch, 3);
  header.writeUIntBE(sequence, 5, 6);
  header.writeUInt16BE(body.length, 11);
  return Buffer.concat([header, body]);
}

/** A connectivity check that is signed with a wrong password. */
export function stunCheck(username: string): Buffer {
  const check = new Message(methods.BINDING, classes.REQUEST);
  check.setAttribute('USERNAME', username).setAttribute('USE-CANDIDATE', null);
  check.addMessageIntegrity(Buffer.from('wrong'));
  check.addFingerprint();
  return check.bytes;
}

export function newCertificate(): Promise<{ certPem: string; keyPem: string }> {
  return CipherContext.createSelfSignedCertificateWithKey(
    { signature: SignatureAlgorithm.ecdsa_3, hash: HashAlgorithm.sha256_4 },
    NamedCurveAlgorithm.secp256r1_23,
  );
}

/** A port that was free a moment ago. */
export function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  return new Promise((done) =>
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => done(port));
    }),
  );
}
