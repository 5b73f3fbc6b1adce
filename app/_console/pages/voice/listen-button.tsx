'use client';
import { useEffect, useRef, useState } from 'react';
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
  const playing = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => playing.current?.pause(), []);

  async function play(): Promise<void> {
    const { content } = await api.get<{ readonly content: string }>(`/iot/voice/${voice.id}/audio`);
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    const audio = new Audio(url);
    playing.current = audio;
    audio.onpause = () => {
      URL.revokeObjectURL(url);
      setPlaying(false);
    };
    await audio.play();
    setPlaying(true);
  }

  return (
    <RowButton
      row={voice}
      title="name"
      // The call shows its own failures.
      onClick={() => (isPlaying ? playing.current?.pause() : void play().catch(() => {}))}
    >
      {translate(isPlaying ? 'voice.stop' : 'voice.listen')}
    </RowButton>
  );
}
