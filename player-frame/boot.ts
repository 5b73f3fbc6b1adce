/**
 * The frame's first script, without a framework: handshake, address, engine, first picture. Controls and all
 * words come afterwards, in a chunk of their own. Start reading here, then session/player-session.ts.
 */
import { systemClock } from '../lib/kernel/clock.ts';
import { readBootDocument } from './boot-document.ts';
import { createEngineMaker } from './session/engine-maker.ts';
import { createHostLink } from './session/host-link.ts';
import { createLappClient } from './session/lapp-client.ts';
import { PlayerSession } from './session/player-session.ts';
import { createStage } from './stage.ts';
import { selectHasControls } from './state/selectors.ts';
import { addStyles } from './styles.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/** A picture that takes longer than this needs words beside the spinner. */
const uiAfterMs = 1_200;
const idleSettlesMs = 100;
const uiAgainMs = 2_000;
const features = ['live', 'sound', 'fullscreen', 'zoom', 'ptz', 'capture', 'record', 'themes'];

trustOwnScripts(window);
const boot = readBootDocument(document);
const { root, stage, view, ui } = createStage(document, boot.template);

const session = new PlayerSession({
  clock: systemClock,
  random: Math.random,
  lapp: createLappClient({
    origin: location.origin,
    clock: systemClock,
    send: fetch.bind(globalThis),
    userAgent: navigator.userAgent,
  }),
  stage: { element: view },
  root,
  template: boot.template,
  theme: boot.theme ?? null,
  imageOrigins: boot.imageOrigins ?? [],
  problem: boot.problem ?? null,
  makeEngine: createEngineMaker({ assets: boot.assets }),
  loadTexts: () => import('./session/explain.ts'),
  loadFeatures: () => import('./session/features/index.ts'),
  language: document.documentElement.lang || navigator.language,
  isMobile: matchMedia('(pointer: coarse) and (hover: none)').matches,
  host: {
    requestToken: (reason, signal) => link.request('token', { reason }, signal),
    notify: (name, data) => link.emit(name, data),
  },
});

const link = createHostLink({
  window,
  allowedOrigins: boot.origins,
  features,
  snapshot: () => session.snapshot(),
  onRequest: session.handlers,
  onBye: () => void session.reset(),
});

let isMounting = false;
/** Once; a chunk that could not be fetched is tried again a little later, however often the state changes. */
async function mountUi(): Promise<void> {
  if (isMounting) return;
  isMounting = true;
  try {
    const [{ mount }] = await Promise.all([
      import('./ui/mount.tsx'),
      session.loadFeatures(),
      addStyles(document, boot.assets.controlStyles),
    ]);
    mount({
      view: {
        store: session.store,
        sendRequest: (request) => session.store.send(request),
        now: systemClock.now,
      },
      element: ui,
      onEscape: () => link.emit('esc', {}),
    });
  } catch {
    systemClock.after(uiAgainMs, () => {
      isMounting = false;
      void mountUi();
    });
  }
}

function onChange(): void {
  const { playback, sourceFailure } = session.state;
  root.dataset.phase = playback.phase;
  root.dataset.stalled = String(session.state.isStalled);
  // While the first picture is on its way, nothing competes with it for the processor.
  const isOnItsWay = playback.phase === 'resolving' || playback.phase === 'loading';
  if (playback.phase === 'idle') systemClock.after(idleSettlesMs, mountIfIdle);
  else if (!isOnItsWay || sourceFailure) void mountUi();
}

/** A player that starts by itself has only just been set up, and is about to ask for its picture. */
function mountIfIdle(): void {
  if (session.state.playback.phase === 'idle') void mountUi();
}
session.store.subscribe(onChange);
systemClock.after(uiAfterMs, () => void mountUi());

/** A hidden page and a tile that is scrolled away are alike: nobody sees the picture, so nobody decodes it. */
let isInView = true;
const postVisibility = () => session.setVisible(!document.hidden && isInView);
document.addEventListener('visibilitychange', postVisibility);
new IntersectionObserver((entries) => {
  isInView = entries.at(-1)?.isIntersecting ?? true;
  postVisibility();
}).observe(root);
addEventListener('online', () => session.setOnline(true));
addEventListener('offline', () => session.setOnline(false));
if (boot.problem) onChange();
if (document.hidden) session.setVisible(false);
if (!navigator.onLine) session.setOnline(false);
addEventListener('pagehide', (event) => {
  if (event.persisted) void session.reset();
  else void session.destroy();
});
/** Any click or key lets sound out, in the browser's eyes, so the state follows; after the handlers of both. */
function unblockAudio(): void {
  if (session.state.audio.isBlocked) session.store.send({ type: 'request.openSound' });
}
document.addEventListener('click', () => {
  unblockAudio();
  link.emit('click', {});
});
document.addEventListener('keyup', unblockAudio);

/**
 * Double-click toggles full-screen where there are controls; where there are none the host page decides. Page-wide
 * it is refused, as the button is.
 */
stage.addEventListener('dblclick', () => {
  link.emit('dblclick', {});
  if (!selectHasControls(session.state)) return;
  session.store.send({
    type: 'request.expand',
    to: session.state.expansion === 'fullscreen' ? 'none' : 'fullscreen',
  });
});
