import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ownEntry } from '../../lib/error-catalogue/own.ts';
import { openMicrophone } from '../../player-frame/talk/microphone.ts';

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();

function offer(devices: unknown): void {
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
}

function offerPolicy(featurePolicy: unknown): void {
  Object.defineProperty(document, 'featurePolicy', { value: featurePolicy, configurable: true });
}

beforeEach(() => {
  getUserMedia.mockReset();
  offer({ getUserMedia });
});

afterEach(() => {
  offer(undefined);
  offerPolicy(undefined);
  Object.defineProperty(globalThis, 'isSecureContext', { value: undefined, configurable: true });
});

describe('microphone', () => {
  it('is opened with the echo cancellation of the browser', async () => {
    const stream = {} as MediaStream;
    getUserMedia.mockResolvedValue(stream);
    expect(await openMicrophone()).toEqual({ ok: true, value: stream });
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: { echoCancellation: true } });
    expect(getUserMedia.mock.calls[0]?.[0].audio).not.toHaveProperty('deviceId');
  });

  it('is the chosen one and no other', async () => {
    getUserMedia.mockResolvedValue({} as MediaStream);
    await openMicrophone('desk');
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: { deviceId: { exact: 'desk' } } });
  });

  it.each([
    ['NotAllowedError', 'talk.microphoneDenied'],
    ['SecurityError', 'talk.microphoneDenied'],
    ['NotFoundError', 'talk.microphoneMissing'],
    ['OverconstrainedError', 'talk.microphoneMissing'],
    ['NotReadableError', 'talk.microphoneBusy'],
    ['TypeError', 'talk.microphoneFailed'],
  ])('%s of the browser is %s, which has a text', async (name, code) => {
    getUserMedia.mockRejectedValue(new DOMException('', name));
    expect(await openMicrophone()).toEqual({ ok: false, error: code });
    expect(ownEntry(code)).toBeDefined();
  });

  it('tells a page that does not delegate the microphone from a viewer who refuses', async () => {
    offerPolicy({ allowsFeature: (name: string) => name !== 'microphone' });
    getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    expect(await openMicrophone()).toEqual({ ok: false, error: 'talk.microphoneForbidden' });
  });

  it('without support: No web audio support in this browser!', async () => {
    offer(undefined);
    const answer = await openMicrophone();
    expect(answer).toEqual({ ok: false, error: 'talk.noAudio' });
    expect(ownEntry('talk.noAudio')?.cause['en-US']).toBe('No web audio support in this browser!');
  });

  it('is not available on a page without HTTPS', async () => {
    offer(undefined);
    Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true });
    expect(await openMicrophone()).toEqual({ ok: false, error: 'talk.insecure' });
  });
});
