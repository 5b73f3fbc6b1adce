/**
 * The part of STUN (RFC 8489) that an ICE-lite agent needs: it answers connectivity checks of the browser and sends
 * none. A check that is not signed with the password of a call is never answered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { crc32 } from 'node:zlib';
import { parseIp } from '../../net/ip-address.ts';

/** A connectivity check. */
export interface StunCheck {
  readonly transactionId: Buffer;
  /** Of the agent that is asked: the first half of USERNAME. */
  readonly localUfrag: string;
  /** USE-CANDIDATE: the browser wants to send media over this pair of addresses. */
  readonly isNominating: boolean;
  /** The browser believes to be the controlled agent too. */
  readonly isControlled: boolean;
  /** True if MESSAGE-INTEGRITY was made with this password. */
  isSignedBy(password: string): boolean;
}

const headerBytes = 20;
const magicCookie = 0x2112a442;
const integrityBytes = 20;
const attributeHeaderBytes = 4;
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const bindingError = 0x0111;
const attribute = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  xorMappedAddress: 0x0020,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
} as const;
const fingerprintXor = 0x5354554e;

/** Null: not a connectivity check, or malformed. */
export function parseStunCheck(datagram: Buffer): StunCheck | null {
  if (datagram.length < headerBytes || datagram.length % 4 !== 0) return null;
  if (datagram.readUInt16BE(0) !== bindingRequest) return null;
  if (datagram.readUInt16BE(2) !== datagram.length - headerBytes) return null;
  if (datagram.readUInt32BE(4) !== magicCookie) return null;
  let username: string | null = null;
  let isNominating = false;
  let isControlled = false;
  let at = headerBytes;
  while (at + attributeHeaderBytes <= datagram.length) {
    const type = datagram.readUInt16BE(at);
    const length = datagram.readUInt16BE(at + 2);
    const value = datagram.subarray(at + attributeHeaderBytes, at + attributeHeaderBytes + length);
    if (value.length !== length) return null;
    if (type === attribute.messageIntegrity) {
      if (length !== integrityBytes || username === null) return null;
      const [localUfrag = ''] = username.split(':');
      const signedBytes = at;
      return {
        transactionId: datagram.subarray(8, headerBytes),
        localUfrag,
        isNominating,
        isControlled,
        isSignedBy: (password) =>
          timingSafeEqual(integrity(datagram.subarray(0, signedBytes), password), value),
      };
    }
    if (type === attribute.username) username = value.toString('latin1');
    if (type === attribute.useCandidate) isNominating = true;
    if (type === attribute.iceControlled) isControlled = true;
    at += attributeHeaderBytes + Math.ceil(length / 4) * 4;
  }
  return null;
}

/** The answer to a check: the address it came from, as seen here. */
export function stunSuccess(
  check: StunCheck,
  from: { readonly address: string; readonly port: number },
  password: string,
): Buffer {
  return signed(bindingSuccess, check.transactionId, xorMappedAddress(from, check.transactionId), password);
}

/** 487: both sides are the controlled agent. The browser takes the other role and asks again. */
export function stunRoleConflict(check: StunCheck, password: string): Buffer {
  const code = Buffer.concat([Buffer.from([0, 0, 4, 87]), Buffer.from('Role Conflict')]);
  return signed(bindingError, check.transactionId, writeAttribute(attribute.errorCode, code), password);
}

function signed(type: number, transactionId: Buffer, attributes: Buffer, password: string): Buffer {
  const plain = Buffer.concat([header(type, attributes.length, transactionId), attributes]);
  const withIntegrity = Buffer.concat([
    plain,
    writeAttribute(attribute.messageIntegrity, integrity(plain, password)),
  ]);
  const fingerprintAttributeBytes = attributeHeaderBytes + 4;
  withIntegrity.writeUInt16BE(withIntegrity.length - headerBytes + fingerprintAttributeBytes, 2);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE((crc32(withIntegrity) ^ fingerprintXor) >>> 0);
  return Buffer.concat([withIntegrity, writeAttribute(attribute.fingerprint, fingerprint)]);
}

function header(type: number, length: number, transactionId: Buffer): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(length, 2);
  bytes.writeUInt32BE(magicCookie, 4);
  transactionId.copy(bytes, 8);
  return bytes;
}

/** Over the message before the attribute, with a length as if the message ended after it. */
function integrity(before: Buffer, password: string): Buffer {
  const head = Buffer.from(before.subarray(0, headerBytes));
  head.writeUInt16BE(before.length - headerBytes + attributeHeaderBytes + integrityBytes, 2);
  return createHmac('sha1', password).update(head).update(before.subarray(headerBytes)).digest();
}

function writeAttribute(type: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(attributeHeaderBytes + Math.ceil(value.length / 4) * 4);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, attributeHeaderBytes);
  return bytes;
}

function xorMappedAddress(from: { address: string; port: number }, transactionId: Buffer): Buffer {
  const ip = parseIp(from.address) ?? new Uint8Array(16);
  const isV4 = isIPv4(from.address);
  const address = Buffer.from(isV4 ? ip.subarray(12) : ip);
  const mask = Buffer.alloc(16);
  mask.writeUInt32BE(magicCookie);
  transactionId.copy(mask, 4);
  for (let index = 0; index < address.length; index += 1) address[index]! ^= mask[index]!;
  const head = Buffer.from([0, isV4 ? 1 : 2, 0, 0]);
  head.writeUInt16BE(from.port ^ (magicCookie >>> 16), 2);
  return writeAttribute(attribute.xorMappedAddress, Buffer.concat([head, address]));
}
