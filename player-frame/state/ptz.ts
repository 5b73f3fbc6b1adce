import type { PtzEvent, PtzRequest } from './feature-events.ts';
import { initialPtz } from './feature-state.ts';
import type { Effect } from './player-events.ts';
import { type PlayerState, ptzLightMs, type RequestId } from './player-state.ts';
import { answerTo, isActive, next, refuse, type Step, stay } from './steps.ts';

const limitCodes = new Set(['60002', '60003', '60004', '60005']);

export function onPtzRequest(state: PlayerState, request: PtzRequest & { id?: RequestId }): Step {
  const { ptz } = state;
  const { id } = request;
  const answer = answerTo(id);
  switch (request.type) {
    case 'request.openPtz':
      return canOpen(state)
        ? next({ ...state, ptz: { ...ptz, isOpen: true } }, answer)
        : refuse(state, id, whyClosed(state));
    case 'request.closePtz': {
      const { state: after, effects } = closePad(state);
      return next(after, [...answer, ...effects]);
    }
    case 'request.togglePtz':
      return onPtzRequest(state, { ...request, type: ptz.isOpen ? 'request.closePtz' : 'request.openPtz' });
    case 'request.ptzMove': {
      const { direction } = request;
      if (!ptz.isOpen || ptz.pressed === direction) return stay(state, answer);
      const press = ptz.press + 1;
      const pressed = {
        ...ptz,
        press,
        pressed: direction,
        aim: direction,
        light: 'off',
        code: null,
      } as const;
      return next({ ...state, ptz: pressed }, [
        ...ptzEnd(state),
        { do: 'steer', direction, press },
        ...answer,
      ]);
    }
    case 'request.ptzStop':
      if (ptz.pressed === null) return stay(state, answer);
      return next({ ...state, ptz: { ...ptz, pressed: null } }, [
        ...ptzEnd(state),
        dark(ptz.press),
        ...answer,
      ]);
    case 'request.forbidPtz': {
      const known = { ...state, ptz: { ...ptz, isDisabled: request.isForbidden } };
      const { state: after, effects } = request.isForbidden ? closePad(known) : next(known);
      return next(after, [...answer, ...effects]);
    }
  }
}

export function onPtzEvent(state: PlayerState, event: PtzEvent): Step {
  const { ptz } = state;
  if (event.type === 'event.ptzAvailable') {
    const known = { ...state, ptz: { ...ptz, isCapable: event.isCapable } };
    return event.isCapable ? next(known) : closePad(known);
  }
  const { direction, code } = event;
  const notify: Effect = { do: 'notify', notice: { type: 'ptz', direction, code } };
  // An outdated response: the light belongs to the last press, which a tap has ended before its response.
  if (event.press !== ptz.press || ptz.aim === null) return stay(state, [notify]);
  // Commands repeat during a press; only changes are reported.
  if (code === ptz.code) return stay(state);
  const light = code === '200' ? 'accepted' : limitCodes.has(code) ? 'limit' : 'off';
  const lit = next({ ...state, ptz: { ...ptz, light, code } }, [notify]);
  return ptz.pressed === null ? next(lit.state, [...lit.effects, dark(ptz.press)]) : lit;
}

/** Turns off the light of a past press. */
export function onLightTimer(state: PlayerState, press: number): Step {
  const { ptz } = state;
  if (ptz.press !== press || ptz.pressed !== null || ptz.aim === null) return stay(state);
  return next({ ...state, ptz: { ...ptz, aim: null, light: 'off', code: null } });
}

const dark = (press: number): Effect => ({
  do: 'startTimer',
  attempt: press,
  what: 'light',
  afterMs: ptzLightMs,
});

const ptzEnd = ({ ptz }: PlayerState): readonly Effect[] => (ptz.pressed === null ? [] : [{ do: 'ptzEnd' }]);

/** Closes the pad and ends the press. */
export function closePad(state: PlayerState): Step {
  return next(closed(state), ptzEnd(state));
}

export function canOpen(state: PlayerState): boolean {
  return whyClosed(state) === '';
}

function whyClosed(state: PlayerState): string {
  if (state.ptz.isDisabled) return 'ptz.disabled';
  if (!isActive(state)) return 'player.notPlaying';
  return state.ptz.isCapable === false ? 'ptz.unsupported' : '';
}

/** After a change of address. Capability and permission remain known. */
export function closed(state: PlayerState): PlayerState {
  const { press, isCapable, isDisabled } = state.ptz;
  return { ...state, ptz: { ...initialPtz, press, isCapable, isDisabled } };
}
