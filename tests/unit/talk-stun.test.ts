import { expect } from 'expect';
import { describe, it } from 'vitest';
import { classes, Message, methods, parseMessage } from 'werift';
import { parseStunCheck, stunRoleConflict, stunSuccess } from '../../lib/media/gateway/peers/stun-message.ts';
import { mutated, propertyRun } from '../kit/mutation.ts';

/** The sample request of RFC 5769, 2.1. */
const sample = Buffer.from(
  [
    '000100582112a442b7e7a701bc34d686fa87dfae',
    '802200105354554e207465737420636c69656e74',
    '002400046e0001ff',
    '80290008932ff9b151263b36',
    '000600096576746a3a68367659202020',
    '000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2',
    '80280004e57a3bcf',
  ].join(''),
  'hex',
);
const password = 'VOkJxbRl1RmTxUk/WvJxBt';
const from = { address: '192.0.2.1', port: 32_853 };

describe('A connectivity check', () => {
  it('is read as in the test vector of RFC 5769', () => {
    const check = parseStunCheck(sample)!;
    expect(check).toMatchObject({ localUfrag: 'evtj', isNominating: false, isControlled: true });
    expect(check.isSignedBy(password)).toBe(true);
    expect(check.isSignedBy(`${password}!`)).toBe(false);
  });

  it('is no check without a signature', () => {
    const unsigned = Buffer.from(sample.subarray(0, 20 + 20 + 8 + 12 + 16));
    unsigned.writeUInt16BE(unsigned.length - 20, 2);
    expect(parseStunCheck(unsigned)).toBeNull();
  });

  it('is not signed if one bit of it was changed', () => {
    for (let bit = 0; bit < 76 * 8; bit += 1) {
      const changed = Buffer.from(sample);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(parseStunCheck(changed)?.isSignedBy(password) ?? false).toBe(false);
    }
  });

  it('survives damage', () => {
    propertyRun('talk checks', 100_000, mutated(sample), (bytes) => {
      parseStunCheck(Buffer.from(bytes))?.isSignedBy(password);
    });
  });
});

describe('The answer to a check', () => {
  const check = parseStunCheck(sample)!;

  it.each(['192.0.2.1', '2001:db8:1234:5678:11:2233:4455:6677'])('names the address %s', (address) => {
    const answer = stunSuccess(check, { address, port: 32_853 }, password);
    const message = parseMessage(answer, Buffer.from(password))!;
    expect(message.messageClass).toBe(classes.RESPONSE);
    expect(message.transactionId.equals(check.transactionId)).toBe(true);
    expect(message.getAttributeValue('XOR-MAPPED-ADDRESS')).toEqual([address, 32_853]);
  });

  it('has a signature and a fingerprint that another implementation accepts', () => {
    const answer = stunSuccess(check, from, password);
    expect(parseMessage(answer, Buffer.from(password))).toBeInstanceOf(Message);
    expect(parseMessage(answer, Buffer.from('other'))).toBeUndefined();
    answer[answer.length - 1]! ^= 1;
    expect(parseMessage(answer, Buffer.from(password))).toBeUndefined();
  });

  it('is error 487 if both sides wait for the other to choose', () => {
    const message = parseMessage(stunRoleConflict(check, password), Buffer.from(password))!;
    expect(message.messageMethod).toBe(methods.BINDING);
    expect(message.getAttributeValue('ERROR-CODE')[0]).toBe(487);
  });
});
