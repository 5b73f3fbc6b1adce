'use client';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../api/use-api.ts';

interface CaptchaAnswer {
  readonly captchaEnabled: boolean;
  readonly uuid: string;
  /** Data URL. */
  readonly img: string;
  readonly registerEnabled: boolean;
}

/** Initially `asking`. `lost`: loading failed, so it is unknown whether a captcha is required. */
export type Captcha =
  | { readonly state: 'asking' | 'lost' | 'none' }
  | { readonly state: 'shown'; readonly uuid: string; readonly img: string };

/** A captcha is valid once, so each attempt loads a new one. */
export function useCaptcha(purpose: 'login' | 'register' = 'login') {
  const api = useApi();
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'asking' });
  const [canRegister, setCanRegister] = useState<boolean | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((last) => last + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round requests a new one
  useEffect(() => {
    const gone = new AbortController();
    const query = purpose === 'login' ? {} : { purpose };
    const options = { query, signal: gone.signal, quiet: true, withoutToken: true };
    api.get<CaptchaAnswer>('/captchaImage', options).then(
      ({ captchaEnabled, uuid, img, registerEnabled }) => {
        setCaptcha(captchaEnabled ? { state: 'shown', uuid, img } : { state: 'none' });
        setCanRegister(registerEnabled === true);
      },
      () => {
        if (!gone.signal.aborted) setCaptcha({ state: 'lost' });
      },
    );
    return () => gone.abort();
  }, [api, purpose, round]);

  return { captcha, canRegister, refresh };
}
