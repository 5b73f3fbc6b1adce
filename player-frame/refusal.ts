/**
 * Script of the page that takes the place of the player when it may not be shown: it reports the reason to the host
 * page and rejects every call. It holds no data, requests no token, and therefore responds to a page of any origin.
 */
import type { FrameRefusal } from '../lib/contracts/frame-boot.ts';
import { portShape, shapes, synShape } from '../lib/protocol/frame-guards.generated.ts';
import {
  type HostCallHandlers,
  type PortMessage,
  protocolVersions,
  RequestError,
} from '../lib/protocol/index.ts';
import { kinds } from '../lib/protocol/kinds.ts';
import { parseShape } from '../lib/protocol/parse-shape.ts';
import { openPortSession } from './session/host-link-session.ts';
import { createNonce } from './session/nonce.ts';

const { code, language, texts } = JSON.parse(
  document.getElementById('oriel-refusal')!.textContent,
) as FrameRefusal;
const host = window.parent;
const nonce = createNonce();
let text = texts[language];

/** The page was written in the language of the browser. */
function show(wanted: string): void {
  const shown = /^en/i.test(wanted) ? 'en-US' : 'zh-CN';
  text = texts[shown];
  document.documentElement.lang = shown;
  for (const part of ['message', 'advice'] as const) document.getElementById(part)!.textContent = text[part];
}

function refuse(): never {
  const { message, advice } = text;
  throw new RequestError({ code, message, source: 'player', retryable: false, detail: { solution: advice } });
}
const handlers: Partial<HostCallHandlers> = {
  ...Object.fromEntries(
    Object.keys(shapes)
      .filter((name) => name.endsWith(`${kinds.request}`))
      .map((name) => [name.slice(0, -1), refuse]),
  ),
  start(options) {
    if (options.language) show(options.language);
    refuse();
  },
  destroy: () => ({ engines: 0, recordings: 0, timers: 0, left: 0 }),
};

/** The address of the host page is unknown; the message contains no secret. */
const sendHello = () => host.postMessage({ oriel: 'hello', v: protocolVersions, n: nonce }, '*');

function onMessage({ source, data, ports }: MessageEvent): void {
  if (source !== host) return;
  if (parseShape(synShape, data)) sendHello();
  const offer = parseShape(portShape, data) as PortMessage | undefined;
  if (!offer || offer.n !== nonce || !ports[0]) return;
  const state = { phase: 'failed', code, message: text.message, muted: true, attempt: 0 } as const;
  openPortSession(ports[0], { v: offer.v, features: [], state }, handlers, () => {});
}

console.error(`Oriel: ${text.message} ${text.advice}`);
if (host !== window) {
  addEventListener('message', onMessage);
  sendHello();
}
