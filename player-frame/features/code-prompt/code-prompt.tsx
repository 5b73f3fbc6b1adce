import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { selectCodeQuestion } from '../../state/code-prompt.ts';
import { EyeIcon } from './icons.tsx';

/** Same rule as in the address (lib/ezopen/address.ts). */
const codePattern = /^[^\s/?#\p{C}]{1,64}$/u;

/**
 * Requests the verification code of an encrypted camera and continues playback with it. Until submitted, the code
 * exists in the input only.
 */
export function CodePrompt() {
  const question = usePlayer(selectCodeQuestion);
  const attempt = usePlayer((state) => state.attempt);
  // Remounted for each attempt, to clear the previous code.
  return question && <CodeForm key={attempt} isWrong={question === 'wrong'} />;
}

function CodeForm({ isWrong }: { readonly isWrong: boolean }) {
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isMalformed, setMalformed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Focuses only if the frame has the focus, so as not to take it from the host page.
    if (document.hasFocus()) input.current?.focus();
  }, []);
  const problem = isMalformed ? text('code.malformed') : isWrong ? text('code.wrong') : '';

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (codePattern.test(code)) sendRequest({ type: 'request.enterCode', code });
    else setMalformed(true);
  }

  function close(): void {
    sendRequest({ type: 'request.showCodePrompt', isShown: false });
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keys are handled here only; Escape closes the prompt, not full screen.
    event.stopPropagation();
    if (event.key === 'Escape') close();
  }

  return (
    <div className="oriel-veil">
      <form
        className="oriel-card oriel-code"
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-advice`}
        autoComplete="off"
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
      >
        <h2 id={`${id}-title`} className="oriel-card-title">
          {text('code.title')}
        </h2>
        <p id={`${id}-advice`} className="oriel-card-advice">
          {text('code.advice')}
        </p>
        <label className="oriel-code-label" htmlFor={`${id}-code`}>
          {text('code.label')}
        </label>
        <span className="oriel-code-field">
          <input
            id={`${id}-code`}
            className="oriel-code-input"
            name="code"
            type={isShown ? 'text' : 'password'}
            maxLength={64}
            // Password managers must not store it.
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            ref={input}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
            onChange={() => setMalformed(false)}
          />
          <button
            type="button"
            className="oriel-code-show"
            aria-label={text(isShown ? 'code.hide' : 'code.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <EyeIcon isOpen={isShown} />
          </button>
        </span>
        <p id={`${id}-problem`} className="oriel-code-problem" role="alert">
          {problem}
        </p>
        <span className="oriel-code-actions">
          <button type="submit" className="oriel-retry">
            {text('code.submit')}
          </button>
          <button type="button" className="oriel-code-cancel" onClick={close}>
            {text('code.cancel')}
          </button>
        </span>
      </form>
    </div>
  );
}
