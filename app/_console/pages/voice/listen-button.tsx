'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { iotVoice } from '../../../../lib/contracts/admin/resources/iot-voice.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { voiceTexts } from '../../../../lib/i18n/console/voices.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { RowButton } from '../parts/row-button.tsx';

/** Plays a message in the browser, and stops it. */
export function ListenButton({ voice }: { readonly voice: RowOf<typeof iotVoice> }) {
  const translate = useTranslations(voiceTexts);
  const [isPlaying, setPlaying] = useState(false);
  /** Ends what is fetched or played. */
  const playing = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    playing.current?.abort();
    setPlaying(false);
  }, []);
  useEffect(() => stop, [stop]);

  async function play(): Promise<void> {
    const ending = new AbortController();
    playing.current = ending;
    setPlaying(true);
    try {
      const { signal } = ending;
      const path = `/iot/voice/${voice.id}/audio`;
      const { content } = await api.get<{ readonly content: string }>(path, { signal });
      signal.throwIfAborted();
      await sound(content, signal);
    } catch {
      // The call shows its own failures.
    }
    if (playing.current === ending) setPlaying(false);
  }

  return (
    <RowButton row={voice} title="name" onClick={() => (isPlaying ? stop() : void play())}>
      {translate(isPlaying ? 'voice.stop' : 'voice.listen')}
    </RowButton>
  );
}

/** Resolves when it has ended, also by `signal`; rejects if the browser cannot play it. `content`: a WAV file. */
async function sound(content: string, signal: AbortSignal): Promise<void> {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
  const audio = new Audio(url);
  signal.addEventListener('abort', () => audio.pause());
  await new Promise<void>((resolve, reject) => {
    audio.onpause = () => resolve();
    audio.play().catch(reject);
  }).finally(() => URL.revokeObjectURL(url));
}
