/**
 * The loudspeakers of demo cameras. They record what they play, and answer with an echo, so that a viewer hears that talk
 * works.
 */

import { AppError } from '../../../../kernel/app-error.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../../kernel/units.ts';
import type { BackChannel, BackChannelFormat, DemoAudio, Pcm, TalkKey } from '../../../talk-ports.ts';

export const demoFormat: BackChannelFormat = { codec: 'pcm', rate: 16_000 };
/** Longer than the viewer's own words are remembered as an echo of the room. */
const echoMs: Ms = 500;
/** Kept of each camera, over all talks. */
const keptMs: Ms = 60_000;
/** Of cameras that were talked to longest ago, recordings are forgotten: 20 of them need 38 MB at most. */
const maxCameras = 20;

export interface DemoLoudspeakers {
  /** Rejects with `talk.busy` while another connection is open. */
  open(key: TalkKey): BackChannel;
  readonly played: DemoAudio;
  isOpen(key: TalkKey): boolean;
}

interface Loudspeaker {
  isOpen: boolean;
  readonly kept: Int16Array[];
  keptSamples: number;
  endedAt: EpochMs;
}

export function createDemoLoudspeakers(clock: Clock): DemoLoudspeakers {
  const all = new Map<string, Loudspeaker>();

  return {
    open(key) {
      const name = nameOf(key);
      const speaker = all.get(name) ?? { isOpen: false, kept: [], keptSamples: 0, endedAt: clock.now() };
      if (speaker.isOpen) throw new AppError('talk.busy', 'Somebody is talking to this camera.');
      all.delete(name);
      all.set(name, speaker);
      forgetOldest(all);
      speaker.isOpen = true;
      return new DemoBackChannel(speaker, clock);
    },
    played(key) {
      const speaker = all.get(nameOf(key));
      if (speaker === undefined || speaker.keptSamples === 0) return null;
      const samples = new Int16Array(speaker.keptSamples);
      let at = 0;
      for (const part of speaker.kept) {
        samples.set(part, at);
        at += part.length;
      }
      return { rate: demoFormat.rate, samples, endedAt: speaker.endedAt };
    },
    isOpen: (key) => all.get(nameOf(key))?.isOpen ?? false,
  };
}

class DemoBackChannel implements BackChannel {
  readonly format = demoFormat;
  readonly rate = demoFormat.rate;
  #isClosed = false;
  #listeners = new Set<(audio: Pcm) => void>();

  constructor(
    private readonly speaker: Loudspeaker,
    private readonly clock: Clock,
  ) {}

  write(samples: Int16Array): void {
    if (this.#isClosed || samples.length === 0) return;
    keep(this.speaker, samples);
    this.speaker.endedAt = this.clock.now();
    this.clock.after(echoMs, () => {
      if (this.#isClosed) return;
      for (const listener of [...this.#listeners]) listener({ rate: this.rate, samples });
    });
  }

  onAudio(listener: (audio: Pcm) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A demo camera never fails. */
  onFailed(): () => void {
    return () => {};
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.speaker.isOpen = false;
  }
}

function keep(speaker: Loudspeaker, samples: Int16Array): void {
  speaker.kept.push(samples);
  speaker.keptSamples += samples.length;
  while (speaker.keptSamples > (demoFormat.rate * keptMs) / 1000) {
    speaker.keptSamples -= speaker.kept.shift()!.length;
  }
}

function forgetOldest(all: Map<string, Loudspeaker>): void {
  for (const [name, { isOpen }] of all) {
    if (all.size <= maxCameras) return;
    if (!isOpen) all.delete(name);
  }
}

const nameOf = ({ tenantId, deviceSerial, channelNo }: TalkKey): string =>
  [tenantId, deviceSerial, channelNo].map((part) => encodeURIComponent(part)).join('/');
