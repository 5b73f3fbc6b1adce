import type { PtzFact, PtzRequest } from './feature-events.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { isActive, next, type Step, stay, troubleOf } from './steps.ts';

const limitCodes = new Set(['60002', '60003', '60004', '60005']);

export function onPtzRequest(state: PlayerState, request: PtzRequest & { id?: RequestId }): Step {
  const { ptz } = state;
  const { id } = request;
  const answer = id === undefined ? [] : [{ do: 'answer', id } as const];
  switch (request.type) {
    case 'request.openPtz':
      return canOpen(state)
        ? next({ ...state, ptz: { ...ptz, isOpen: true } }, answer)
        : stay(state, id === undefined ? [] : [{ do: 'refuse', id, trouble: troubleOf(whyClosed(state)) }]);
    case 'request.closePtz':
      return next(closed(state), [...answer, ...(ptz.pressed === null ? [] : [{ do: 'steerEnd' } as const])]);
    case 'request.togglePtz':
      return onPtzRequest(state, { ...request, type: ptz.isOpen ? 'request.closePtz' : 'request.openPtz' });
    case 'request.steer':
      if (!ptz.isOpen || ptz.pressed === request.direction) return stay(state);
      return next({ ...state, ptz: { ...ptz, pressed: request.direction, light: 'off', code: null } }, [
        { do: 'steer', direction: request.direction },
      ]);
    case 'request.steerEnd':
      if (ptz.pressed === null) return stay(state);
      return next({ ...state, ptz: { ...ptz, pressed: null, light: 'off' } }, [{ do: 'steerEnd' }]);
  }
}

export function onPtzFact(state: PlayerState, fact: PtzFact): Step {
  const { ptz } = state;
  if (fact.type === 'fact.canSteer') return next({ ...state, ptz: { ...ptz, isCapable: fact.isCapable } });
  const tell = { do: 'tell', news: { type: 'ptz', direction: fact.direction, code: fact.code } } as const;
  // The finger is elsewhere by now: the light belongs to the press that is under way.
  if (ptz.pressed !== fact.direction) return stay(state, [tell]);
  const isLimit = limitCodes.has(fact.code);
  const light = fact.code === '200' ? 'accepted' : isLimit ? 'limit' : 'off';
  return next({ ...state, ptz: { ...ptz, light, code: light === 'off' ? fact.code : null } }, [tell]);
}

/** On mobile it cannot open unless in full-screen … and then it is hidden there (specification, document 2). */
export function canOpen(state: PlayerState): boolean {
  return whyClosed(state) === '';
}

function whyClosed(state: PlayerState): string {
  if (state.ptz.isDisabled) return 'ptz.disabled';
  if (!isActive(state)) return 'player.notPlaying';
  return state.ptz.isCapable === false ? 'ptz.unsupported' : '';
}

/** As when the address changes: the panel goes, and with it the press. */
export function closed(state: PlayerState): PlayerState {
  return { ...state, ptz: { ...state.ptz, isOpen: false, pressed: null, light: 'off', code: null } };
}
