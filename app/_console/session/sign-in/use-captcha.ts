'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CaptchaChallenge } from '../../../../lib/contracts/admin/calls/session.calls.ts';
import { useApi } from '../../api/use-api.ts';
import { textOf } from '../parts/use-form-call.ts';

interface ImageAnswer {
  readonly captchaEnabled: boolean;
  readonly uuid: string;
  /** Data URL. */
  readonly img: string;
  readonly registerEnabled: boolean;
  /** Another backend may not have challenges. */
  readonly challengeEnabled?: boolean;
}

interface ChallengeAnswer {
  readonly captchaEnabled: boolean;
  readonly uuid: string;
  readonly challenge: CaptchaChallenge | null;
}

/** Initially `loading`. `failed`: it is unknown whether a captcha is required. */
export type Captcha =
  | { readonly state: 'loading' | 'failed' | 'none' }
  | { readonly state: 'image'; readonly uuid: string; readonly img: string; readonly hasChallenge: boolean }
  /** The browser computes. `done`: 0 to 1. */
  | { readonly state: 'solving'; readonly done: number }
  | { readonly state: 'solved' };

interface CaptchaFields {
  readonly uuid: string;
  readonly smsCode: string;
}

/** The server accepts answers for 120 s. */
const solutionLifeMs = 110_000;

/**
 * A captcha is valid once, so each attempt loads a new one. After `setChallenge(true)` the browser computes the answer,
 * also of those that follow.
 */
export function useCaptcha(purpose: 'login' | 'register' = 'login') {
  const api = useApi();
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'loading' });
  const [canRegister, setCanRegister] = useState<boolean | null>(null);
  const [isChallenge, setChallenge] = useState(false);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((last) => last + 1), []);
  const work = useRef<{ readonly fields: Promise<CaptchaFields>; readonly startedAt: number }>(undefined);

  const solve = useCallback(
    async (signal: AbortSignal): Promise<CaptchaFields> => {
      const none = { uuid: '', smsCode: '' };
      setCaptcha({ state: 'solving', done: 0 });
      try {
        const options = { query: queryOf(purpose), signal, quiet: true, withoutToken: true };
        const [{ solveChallenge }, answer] = await Promise.all([
          import('./solve-challenge.ts'),
          api.get<ChallengeAnswer>('/captchaChallenge', options),
        ]);
        if (!answer.challenge) {
          setCaptcha({ state: 'none' });
          return none;
        }
        // Rendered in steps of 5 %.
        let shown = 0;
        const onProgress = (done: number) => {
          if (signal.aborted || done - shown < 0.05) return;
          shown = done;
          setCaptcha({ state: 'solving', done });
        };
        const smsCode = await solveChallenge(answer.challenge, onProgress, signal);
        if (!signal.aborted) setCaptcha({ state: 'solved' });
        return { uuid: answer.uuid, smsCode };
      } catch {
        if (!signal.aborted) setCaptcha({ state: 'failed' });
        return none;
      }
    },
    [api, purpose],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round requests a new one
  useEffect(() => {
    const gone = new AbortController();
    if (isChallenge) {
      work.current = { fields: solve(gone.signal), startedAt: performance.now() };
    } else {
      work.current = undefined;
      const options = { query: queryOf(purpose), signal: gone.signal, quiet: true, withoutToken: true };
      api.get<ImageAnswer>('/captchaImage', options).then(
        ({ captchaEnabled, uuid, img, registerEnabled, challengeEnabled }) => {
          const hasChallenge = challengeEnabled === true;
          setCaptcha(captchaEnabled ? { state: 'image', uuid, img, hasChallenge } : { state: 'none' });
          setCanRegister(registerEnabled === true);
        },
        () => {
          if (!gone.signal.aborted) setCaptcha({ state: 'failed' });
        },
      );
    }
    return () => gone.abort();
  }, [api, purpose, round, isChallenge, solve]);

  /** The fields to send. Waits for a computation that has not ended. */
  async function fieldsOf(form: FormData): Promise<CaptchaFields> {
    const current = work.current;
    if (current && performance.now() - current.startedAt > solutionLifeMs) {
      work.current = { fields: solve(new AbortController().signal), startedAt: performance.now() };
    }
    if (work.current) return work.current.fields;
    const uuid = captcha.state === 'image' ? captcha.uuid : '';
    return { uuid, smsCode: textOf(form, 'smsCode').trim() };
  }

  return { captcha, canRegister, refresh, setChallenge, fieldsOf };
}

const queryOf = (purpose: 'login' | 'register') => (purpose === 'login' ? {} : { purpose });
