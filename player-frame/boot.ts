/**
 * First script of the frame, without a framework: handshake, address, engine, first frame. Controls and texts follow
 * in a separate chunk. Start reading here, then session/player-session.ts.
 */
import { systemClock } from '../lib/kernel/clock.ts';
import { readBootDocument } from './boot-document.ts';
import { createEngineMaker } from './session/engine-maker.ts';
import { createHostLink } from './session/host-link.ts';
import { createLappLink } from './session/lapp-link.ts';
import { createLastPicture } from './session/last-picture.ts';
import { PlayerSession } from './session/player-session.ts';
import { reportPointer } from './session/report-pointer.ts';
import { createStage } from './stage.ts';
import { selectHasControls, selectNavigation } from './state/early-selectors.ts';
import { addStyles } from './styles.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/** If the first frame takes longer, the spinner needs a caption. */
const uiAfterMs = 1_200;
const idleSettlesMs = 100;
const uiAgainMs = 2_000;
const features = ['live', 'sound', 'fullscreen', 'zoom', 'ptz', 'capture', 'record', 'themes'];

trustOwnScripts(window);
const boot = readBootDocument(document);
const { root, stage, view, ui } = createStage(document, boot.template);
if (boot.brand?.color) document.documentElement.style.setProperty('--active', boot.brand.color);

const loadTexts = () => import('./session/explain.ts');

const session = new PlayerSession({
  clock: systemClock,
  random: Math.random,
  lapp: createLappLink({
    origin: location.origin,
    clock: systemClock,
    send: fetch.bind(globalThis),
    userAgent: navigator.userAgent,
    language: () => session.state.language,
  }),
  stage: { element: view },
  root,
  app: boot.app,
  template: boot.template,
  theme: boot.theme ?? null,
  imageOrigins: boot.imageOrigins ?? [],
  problem: boot.problem ?? null,
  voiceWorklet: boot.assets.voiceWorklet,
  makeEngine: createEngineMaker({ assets: boot.assets }),
  loadTexts,
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
/** Runs once; if the chunk cannot be fetched, it is retried a little later. */
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
        support: boot.brand?.support ?? '',
      },
      element: ui,
      onEscape: () => link.emit('esc', {}),
    });
    // A lost network must be explained without it.
    loadTexts().catch(() => undefined);
  } catch {
    systemClock.after(uiAgainMs, () => {
      isMounting = false;
      void mountUi();
    });
  }
}

const lastPicture = createLastPicture(boot.app, stage);

function onChange(): void {
  const { playback, sourceFailure, awaitsKeySince } = session.state;
  lastPicture.stateChanged(session.state);
  root.dataset.phase = playback.phase;
  root.dataset.navigation = selectNavigation(session.state);
  root.dataset.stalled = String(session.state.isStalled || awaitsKeySince !== null);
  // Leaves the CPU to the first frame.
  const isStarting = playback.phase === 'resolving' || playback.phase === 'loading';
  if (playback.phase === 'idle') systemClock.after(idleSettlesMs, mountIfIdle);
  else if (!isStarting || sourceFailure) void mountUi();
}

/** A player with autoplay is still idle now, but about to request its stream. */
function mountIfIdle(): void {
  if (session.state.playback.phase === 'idle') void mountUi();
}
session.store.subscribe(onChange);
systemClock.after(uiAfterMs, () => void mountUi());

/** A hidden page and a tile scrolled out of view are treated alike: nothing is decoded. */
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
/** Browsers allow audio after any click or key press, so the state is updated; after the handlers of both. */
function unblockAudio(): void {
  if (session.state.audio.isBlocked) session.store.send({ type: 'request.openSound' });
}
document.addEventListener('click', () => {
  unblockAudio();
  link.emit('click', {});
});
document.addEventListener('keyup', unblockAudio);
reportPointer(link);

/**
 * Double-click toggles full screen if there are controls and the host page permits it; without controls the host page
 * decides. Ignored in page-wide display, like the button.
 */
stage.addEventListener('dblclick', () => {
  link.emit('dblclick', {});
  if (!selectHasControls(session.state) || !session.state.display.canDoubleClick) return;
  session.store.send({
    type: 'request.expand',
    to: session.state.expansion === 'fullscreen' ? 'none' : 'fullscreen',
  });
});
