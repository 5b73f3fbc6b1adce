import { useEffect, useRef, useState } from 'react';
import { useText } from '../../react/use-player.ts';

/** Copies a text; if the clipboard is not available, selects the text for Ctrl+C. */
export function CopyButton({ makeText }: { readonly makeText: () => string }) {
  const text = useText();
  const [copied, setCopied] = useState<'not' | 'done' | { readonly byHand: string }>('not');

  async function copy(): Promise<void> {
    const content = makeText();
    try {
      await navigator.clipboard.writeText(content);
      setCopied('done');
    } catch {
      // Not available in all pages, nor in frames of all browsers.
      setCopied({ byHand: content });
    }
  }

  return (
    <>
      <button type="button" className="oriel-stats-copy" onClick={() => void copy()}>
        {text('stats.copy')}
      </button>
      <p className="oriel-stats-copied" role="status">
        {copied === 'done' && text('stats.copied')}
        {typeof copied === 'object' && text('stats.copyByHand')}
      </p>
      {typeof copied === 'object' && <SelectedText content={copied.byHand} />}
    </>
  );
}

function SelectedText({ content }: { readonly content: string }) {
  const text = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <textarea
      ref={area}
      className="oriel-stats-text"
      aria-label={text('stats.title')}
      readOnly
      rows={4}
      value={content}
      onKeyDown={(event) => event.stopPropagation()}
    />
  );
}
