/** MP4A-LATM (RFC 6416, ISO/IEC 14496-3 1.7.3): only the form that cameras send, one frame per packet. */

import { type AacSetup, aacLcConfig, aacSetup, readAacHeader } from '../../../codec/aac.ts';
import { BitReader } from '../../../codec/bit-reader.ts';
import { fault, type ParseFault } from '../../../codec/parse-fault.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';

/** Parses the configuration from the SDP; several programs, layers or frames are rejected. */
export function parseStreamMuxConfig(config: Uint8Array): Result<AacSetup, ParseFault> {
  const reader = new BitReader(config);
  if (reader.bit() !== 0) return err(fault('unsupported', 'LATM multiplex version'));
  const isSameFraming = reader.flag();
  if (!isSameFraming || reader.bits(6) !== 0 || reader.bits(4) !== 0 || reader.bits(3) !== 0) {
    return err(fault('unsupported', 'LATM with several frames, programs or layers'));
  }
  const header = readAacHeader(reader);
  if (!header.ok) return header;
  if (reader.isOverrun) return err(fault('truncated', 'LATM configuration ends early'));
  // Rewritten, because inside LATM it may not be byte-aligned.
  const plain = aacLcConfig(header.value.sampleRate, header.value.channels);
  if (!plain.ok) return plain;
  const setup = aacSetup(plain.value);
  if (!setup.ok) return setup;
  return ok({ ...setup.value, samplesPerFrame: header.value.samplesPerFrame });
}

/** The frame after its length (bytes of 255 and a final smaller one), or null if the data is too short. */
export function latmFrame(element: Uint8Array): Uint8Array | null {
  let length = 0;
  let at = 0;
  for (;;) {
    const byte = element[at];
    if (byte === undefined) return null;
    at += 1;
    length += byte;
    if (byte !== 255) break;
  }
  return length > 0 && at + length <= element.length ? element.subarray(at, at + length) : null;
}
