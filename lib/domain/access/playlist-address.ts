/**
 * The signature in the address of a playlist, for players that cannot send a header: Safari, VLC, ffmpeg. It permits
 * what a playback ticket does, one channel, one store and one range, but nothing beside playlist and segments. Two steps
 * keep a leaked address worthless: the address that is handed out starts playback within a minute, and its playlist names
 * another one, under which the segments are. Start reading at `PlaylistAddresses`.
 */
import { z } from 'zod';
import type { Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { type PlaybackSubject, playbackSubject } from './playback-ticket.ts';
import { type TicketFault, TicketSigner } from './signed-ticket.ts';

/** Within this time, playback must begin. */
export const playlistStartLifeMs: Ms = 60_000;
/** For pauses, in addition to the length of the range. */
const pauseMs: Ms = 60 * 60_000;
const maxLifeMs: Ms = 24 * 60 * 60_000;

const time = z.number().int().nonnegative();
const payloadSchema = z.strictObject({
  typ: z.literal('oriel.playlist-address'),
  aud: z.literal('vod'),
  /** `start`: in the address that is handed out. `play`: in that of the playlist and its segments. */
  step: z.enum(['start', 'play']),
  ...playbackSubject,
  iat: time,
  exp: time,
});
type PlaylistAddress = z.infer<typeof payloadSchema>;

export class PlaylistAddresses {
  readonly #signer: TicketSigner<PlaylistAddress>;

  constructor(keys: readonly SecretKey[]) {
    this.#signer = new TicketSigner({ prefix: 'opl1', payload: payloadSchema, maxLifeMs }, keys);
  }

  /** The signature of an address with which playback begins within a minute. `until`: when its grant expires. */
  issue(subject: PlaybackSubject, now: EpochMs, until: EpochMs): string {
    return this.#sign('start', subject, now, Math.min(until, now + playlistStartLifeMs));
  }

  verify(text: string, now: EpochMs): Result<PlaylistAddress, TicketFault> {
    return this.#signer.verify(text, now);
  }

  /** The signature of playlist and segments. Null if `started` is one already, so that playback is not extended by it. */
  continuing(started: PlaylistAddress, now: EpochMs, until: EpochMs): string | null {
    const { typ: _, aud: __, step, iat: ___, exp: ____, ...subject } = started;
    if (step !== 'start') return null;
    const lifeMs = Math.min(maxLifeMs, subject.toMs - subject.fromMs + pauseMs);
    return this.#sign('play', subject, now, Math.min(until, now + lifeMs));
  }

  #sign(step: PlaylistAddress['step'], subject: PlaybackSubject, now: EpochMs, exp: EpochMs): string {
    return this.#signer.sign({ typ: 'oriel.playlist-address', aud: 'vod', step, ...subject, iat: now, exp });
  }
}
