import type { Ms } from '../../../lib/kernel/units.ts';
import type { Direction } from '../../state/feature-state.ts';
import { addressKindOf } from '../../state/ladder.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { type CameraName, cameraOf } from '../camera-of.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createNonce } from '../nonce.ts';
import { createPtzPress, type PtzPress } from './ptz-press.ts';

/** Duration of the server's lease; a later response is outdated. */
const commandMs: Ms = 1_000;
const capacityMs: Ms = 10_000;

/** PTZ: commands while a direction is pressed, and the camera's PTZ capability. */
export function makePtz(context: FeatureContext): Feature {
  const { clock, lapp, host, request, getState, send } = context;
  const viewer = createNonce();
  let press: PtzPress | null = null;
  /** Pending stop commands. */
  let stopping: Promise<void> = Promise.resolve();
  /** The camera whose capabilities were requested, as `nameOf` returns it. */
  let requestedName = '';

  function begin(direction: Direction, number: number): void {
    const camera = cameraOf(getState());
    if (!camera) return;
    const command = async (action: 'start' | 'stop'): Promise<string> => {
      const signal = AbortSignal.timeout(commandMs);
      const token = await context.token(signal);
      if (!token.ok) return token.error.code;
      const form = { ...camera, direction, viewer, accessToken: token.value };
      return lapp.move(action, form, { signal, timeoutMs: commandMs, keepalive: true });
    };
    press = createPtzPress({
      clock,
      send: command,
      answered: (code) => send({ type: 'event.ptzMoved', direction, press: number, code }),
    });
  }

  function end(): void {
    const ended = press?.end();
    press = null;
    if (ended) stopping = Promise.all([stopping, ended]).then(() => undefined);
  }

  /** Releases the button when the page is hidden or the window loses the focus. */
  const letGo = (): void => send({ type: 'request.ptzStop' });
  const onHidden = (): void => {
    if (document.hidden) letGo();
  };
  window.addEventListener('blur', letGo);
  window.addEventListener('pagehide', letGo);
  document.addEventListener('visibilitychange', onHidden);

  /** Once per camera, when a pad may be needed and after the first frame. */
  async function requestCapacity(state: PlayerState): Promise<void> {
    const camera = cameraOf(state);
    if (state.playback.phase !== 'playing' || !camera || !couldNeedPad(state)) return;
    const name = nameOf(camera);
    if (name === requestedName) return;
    requestedName = name;
    const signal = AbortSignal.timeout(capacityMs);
    const token = await context.token(signal);
    if (!token.ok) return;
    const form = { ...camera, accessToken: token.value };
    const answer = await lapp.deviceCapacity(form, { signal, timeoutMs: capacityMs });
    // If unknown, the pad is offered, and the camera answers the first command.
    if (!answer.ok || nameOf(cameraOf(getState())) !== name) return;
    send({ type: 'event.ptzAvailable', isCapable: canControlPtz(answer.value) });
  }

  return {
    begin: ({ disabledPTZ }) => request({ type: 'request.forbidPtz', isForbidden: disabledPTZ ?? false }),
    handlers: {
      openPtz: (_data, signal) => request({ type: 'request.openPtz' }, signal),
      closePtz: (_data, signal) => request({ type: 'request.closePtz' }, signal),
    },
    run(effect) {
      if (effect.do === 'steer') begin(effect.direction, effect.press);
      if (effect.do === 'ptzEnd') end();
    },
    stateChanged(state) {
      // Also a pad that the theme opens at first.
      if (state.ptz.isOpen && addressKindOf(state.address) === 'plain') send({ type: 'request.closePtz' });
      if (state.ptz.isCapable === null && nameOf(cameraOf(state)) !== requestedName) requestedName = '';
      void requestCapacity(state);
    },
    notify(notice) {
      if (notice.type === 'ptz') host.notify('ptz', { direction: notice.direction, code: notice.code });
    },
    async reset() {
      end();
      requestedName = '';
      await stopping;
    },
    async destroy() {
      window.removeEventListener('blur', letGo);
      window.removeEventListener('pagehide', letGo);
      document.removeEventListener('visibilitychange', onHidden);
      end();
      await stopping;
    },
  };
}

/** Channels of a recorder may differ in PTZ support. */
const nameOf = (camera: CameraName | null): string =>
  camera === null ? '' : `${camera.deviceSerial}/${camera.channelNo}`;

function couldNeedPad({ ptz, theming }: PlayerState): boolean {
  if (ptz.isDisabled) return false;
  const buttons = [...(theming.theme?.header.btnList ?? []), ...(theming.theme?.footer.btnList ?? [])];
  return ptz.isOpen || buttons.some(({ iconId, isrender }) => iconId === 'pantile' && isrender === 1);
}

/** Uses `support_ptz` if present, otherwise either axis; unknown counts as supported. */
function canControlPtz(capacity: Readonly<Record<string, unknown>>): boolean {
  const supports = (names: readonly string[]) =>
    names.flatMap((name) => (Object.hasOwn(capacity, name) ? [String(capacity[name])] : []));
  const both = supports(['support_ptz']);
  const known = both.length > 0 ? both : supports(['ptz_top_bottom', 'ptz_left_right']);
  return known.length === 0 || known.includes('1');
}
