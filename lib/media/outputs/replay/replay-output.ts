/** `/rec/…flv`: recordings that cameras keep themselves, one replay for each viewer. */
import { err, ok } from '../../../kernel/result.ts';
import type { CameraKey, PlaybackGate, ReplayRange } from '../../ports.ts';
import type { StreamKind } from '../flv/delivery/serve-viewer.ts';
import {
  createStreamOutput,
  type StreamOutput,
  type StreamOutputOptions,
} from '../flv/delivery/stream-output.ts';
import type { LiveViewer, ViewerSubscription } from '../flv/live-viewer.ts';
import { parseReplayPath, type WantedReplay } from './replay-path.ts';

/** Access to the recordings of all cameras. */
export interface ReplayableCameras {
  /** Starts a replay for this viewer, who may be called before this returns. */
  replay(camera: ReplayedCamera, range: ReplayRange, viewer: LiveViewer): ViewerSubscription;
}

/** A replay plays the recordings of a channel, whichever stream the camera has recorded. */
export type ReplayedCamera = Omit<CameraKey, 'profile'>;

export interface ReplayOutputOptions extends StreamOutputOptions {
  readonly plane: ReplayableCameras;
  readonly gate: PlaybackGate;
}

/** Each replay is a session in the camera, of which most have one or a few. A grant is that on one channel. */
const maxOfGrant = 16;

export function createReplayOutput({ plane, gate, ...options }: ReplayOutputOptions): StreamOutput {
  const limits = { perGrant: maxOfGrant, ...options.limits };
  return createStreamOutput(replays(plane, gate), { ...options, limits });
}

function replays(plane: ReplayableCameras, gate: PlaybackGate): StreamKind<WantedReplay> {
  return {
    viewKind: 'recorded',
    parse: parseReplayPath,
    grants: gate,
    async admit(ticket, { deviceSerial, channelNo, atMs, speed }) {
      const decision = await gate.admit(ticket, { deviceSerial, channelNo, store: 'device' });
      if (!decision.ok) return decision;
      const { key, fromMs, toMs, grantId, applicationId, expiresAt } = decision.value;
      if (key.store !== 'device') throw new Error('the gate admitted to another store');
      if (atMs < fromMs || atMs >= toMs) {
        return err({ status: 403, code: '10031', message: 'The ticket does not permit this time.' });
      }
      const camera = { tenantId: key.tenantId, deviceSerial, channelNo };
      return ok({
        grantId,
        expiresAt,
        stream: [key.tenantId, deviceSerial, channelNo, 'replay'].join('/'),
        camera: { ...camera, applicationId, grantId },
        subscribe: (viewer) => plane.replay(camera, { fromMs: atMs, toMs, speed }, viewer),
      });
    },
  };
}
