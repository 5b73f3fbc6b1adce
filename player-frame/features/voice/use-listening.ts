import { useEffect, useRef, useState } from 'react';

export interface Listening {
  /** Address that is played. */
  readonly url: string | null;
  /** Address that could not be played. */
  readonly failedUrl: string | null;
  /** Plays it, or ends it if it is played. */
  toggle(url: string): void;
  stop(): void;
}

/** Plays one message at a time, in the browser of the viewer. */
export function useListening(): Listening {
  const [url, setUrl] = useState<string | null>(null);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const audio = useRef<HTMLAudioElement | null>(null);

  function stop(): void {
    audio.current?.pause();
    audio.current = null;
    setUrl(null);
  }

  function toggle(wanted: string): void {
    const isPlayed = url === wanted;
    stop();
    setFailedUrl(null);
    if (isPlayed) return;
    const started = new Audio(wanted);
    audio.current = started;
    setUrl(wanted);
    const end = (isFailed: boolean) => () => {
      if (audio.current !== started) return;
      audio.current = null;
      setUrl(null);
      if (isFailed) setFailedUrl(wanted);
    };
    started.onended = end(false);
    started.onerror = end(true);
    started.play().catch(end(true));
  }

  useEffect(() => () => audio.current?.pause(), []);
  return { url, failedUrl, toggle, stop };
}
