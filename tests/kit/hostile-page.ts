/** The test's side of a hostile host page: makes hostile calls and observes their effects. */
import { bundle } from './protocol-pages.ts';

export interface AttackResult {
  readonly sent: number;
  readonly answered: number;
  /** Outcome counts by code: `ok`, or the error code. */
  readonly codes: Readonly<Record<string, number>>;
  /** Names of the files that were handed over. */
  readonly fileNames: readonly string[];
}

export interface HostileWindow {
  readonly host: {
    readonly ready: Promise<void>;
    /** The last state that the player emitted. */
    readonly state: unknown;
    attack(count: number, mode: 'idle' | 'playing'): Promise<AttackResult>;
    /** One call; resolves with the response envelope. */
    request(name: string, data: object): Promise<unknown>;
  };
}

/** A module for the host page; see `hostile-host.ts`. */
export const hostileScript = (): Promise<string> => bundle('tests/kit/hostile-host.ts');

/** Runs in the frame: records in `seen` forbidden elements that appear in the document, however briefly. */
export function watchFrame(): void {
  const seen: string[] = [];
  Object.assign(window, { seen });
  const strange = 'script, iframe, object, embed, link, style, base, meta, form[action], foreignObject';
  const known = new Set<Element>(document.querySelectorAll(strange));
  const judge = (element: Element): void => {
    const isOurs =
      element.matches('script[src^="/assets/"], link[href^="/assets/"]') ||
      ['src', 'href'].some((name) => element.getAttribute(name)?.startsWith(`${location.origin}/assets/`));
    if (!known.has(element) && element.matches(strange) && !isOurs)
      seen.push(element.outerHTML.slice(0, 200));
    for (const { name, value } of element.attributes) {
      const isLink = ['src', 'href', 'action', 'srcdoc', 'xlink:href', 'formaction'].includes(name);
      const isBad =
        name.startsWith('on') ||
        (isLink && /^\s*(?:javascript|vbscript|data:text)/i.test(value)) ||
        (name === 'style' && /url\(|image-set|@import|expression/i.test(value));
      if (isBad) seen.push(`${element.tagName} ${name}=${value.slice(0, 200)}`);
    }
  };
  const judgeTree = (node: Node): void => {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll('*')]) judge(element);
  };
  judgeTree(document.documentElement);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') judge(target as Element);
      for (const node of addedNodes) judgeTree(node);
    }
  }).observe(document, { childList: true, attributes: true, subtree: true });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.push(`policy: ${violatedDirective} ${blockedURI}`),
  );
  addEventListener('unhandledrejection', ({ reason }) => seen.push(`rejection: ${reason}`));
  addEventListener('error', ({ message }) => seen.push(`error: ${message}`));
}
