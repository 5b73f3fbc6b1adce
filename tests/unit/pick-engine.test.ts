import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { BrowserAbilities } from '../../player-frame/engines/browser-abilities.ts';
import { pickEngine, pickRecordedEngine } from '../../player-frame/engines/pick-engine.ts';

const everything: BrowserAbilities = {
  isSecureContext: true,
  hasWorker: true,
  hasOffscreenCanvas: true,
  hasVideoDecoder: true,
  decodesH264: true,
  hasAudioDecoder: true,
  hasMediaSource: true,
  playsH264: true,
};

const reasonOf = (abilities: BrowserAbilities, kind: string): string | undefined =>
  pickEngine(abilities).candidates.find((one) => one.kind === kind)?.reason;

describe('picking an engine', () => {
  it('prefers WebCodecs to Media Source', () => {
    expect(pickEngine(everything).order).toEqual(['webcodecs', 'flv']);
  });

  it.each([
    [{ hasVideoDecoder: false, decodesH264: false }, 'the browser has no VideoDecoder'],
    [{ decodesH264: false }, 'VideoDecoder refuses H.264'],
    [{ hasOffscreenCanvas: false }, 'the browser has no OffscreenCanvas'],
    [
      { isSecureContext: false, hasVideoDecoder: false, decodesH264: false },
      'the page is not a secure context, so the browser hides VideoDecoder',
    ],
  ])('explains why not WebCodecs: %j', (lacks, reason) => {
    const abilities = { ...everything, ...lacks };
    expect(pickEngine(abilities).order).toEqual(['flv']);
    expect(reasonOf(abilities, 'webcodecs')).toBe(reason);
  });

  it('prefers an engine with audio to a faster one without', () => {
    const abilities = { ...everything, hasAudioDecoder: false };
    expect(pickEngine(abilities).order).toEqual(['flv', 'webcodecs']);
    expect(reasonOf(abilities, 'webcodecs')).toMatch(/without sound/);
  });

  it('lists everything that is missing', () => {
    const abilities = {
      ...everything,
      hasVideoDecoder: false,
      decodesH264: false,
      hasOffscreenCanvas: false,
    };
    expect(reasonOf(abilities, 'webcodecs')).toMatch(/VideoDecoder; .*OffscreenCanvas/);
  });

  it('selects recorded engines for recordings, never live ones', () => {
    expect(pickRecordedEngine(everything).order).toEqual(['recorded', 'hls']);
    const noDecoder = { ...everything, hasVideoDecoder: false, decodesH264: false };
    expect(pickRecordedEngine(noDecoder).order).toEqual(['hls']);
  });

  it('selects none if none works', () => {
    const abilities = { ...everything, hasWorker: false, hasMediaSource: false, playsH264: false };
    expect(pickEngine(abilities).order).toEqual([]);
    expect(reasonOf(abilities, 'flv')).toBe('the browser has no MediaSource');
  });
});
