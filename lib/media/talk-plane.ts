/**
 * Talk and voice messages: from packets of a viewer, or a recorded message, to the loudspeakers of cameras. Start reading
 * here. A word passes through `Call` (jitter buffer, Opus) → `CameraLine` → back channel → camera.
 */
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { err, ok } from '../kernel/result.ts';
import { Connections } from './outputs/flv/delivery/connections.ts';
import type { GrantWatch } from './ports.ts';
import type { LineDeps } from './talk/camera-line.ts';
import { Message } from './talk/play-message.ts';
import { Call, type CameraAudio } from './talk/talk-call.ts';
import type { TalkEnd, TalkPlane, TalkRefusal } from './talk-ports.ts';

export interface TalkPlaneOptions extends LineDeps {
  /** Permissions of running talks. */
  readonly grants: GrantWatch;
  /** Absent: only what comes over back channels is heard. */
  readonly cameraAudio?: CameraAudio;
  readonly clock: Clock;
  readonly logger: Logger;
}

const stopping: TalkRefusal = { code: '20007', message: 'The server is stopping.' };
const ended: TalkRefusal = { code: '10002', message: 'The permission to talk was withdrawn.' };

export function createTalkPlane(options: TalkPlaneOptions): TalkPlane {
  const { grants, clock, logger } = options;
  const calls = new Set<Call>();
  const messages = new Set<Message>();
  // The gateway limits sessions; here grants are only watched.
  const permissions = new Connections(grants, clock, logger, {
    perAddress: Number.POSITIVE_INFINITY,
    perGrant: Number.POSITIVE_INFINITY,
  });
  let isClosed = false;

  return {
    async open(admission) {
      if (isClosed) return err(stopping);
      const call = new Call({
        ...options,
        admission,
        cameraAudio: options.cameraAudio ?? (() => () => {}),
        onEnd() {
          calls.delete(call);
          for (const { leave } of memberships) leave();
        },
      });
      calls.add(call);
      const { expiresAt } = admission;
      const memberships = admission.targets.flatMap(({ useId }, place) => {
        if (useId === null) return [];
        return (
          permissions.add({ grantId: useId, expiresAt }, (end) => call.withdraw(place, talkEnd(end))) ?? []
        );
      });
      const started = await call.start();
      return started.ok ? ok(call) : started;
    },

    async play(admission, audio, signal) {
      if (isClosed) return err(stopping);
      const { target, grantId, clientAddress } = admission;
      const message = new Message({ ...options, target, by: { grantId, clientAddress } });
      let isRevoked = false;
      const permission = permissions.add({ grantId, expiresAt: Number.POSITIVE_INFINITY }, () => {
        isRevoked = true;
        stop();
      });
      const stop = () => void message.stop();
      messages.add(message);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      try {
        const played = await message.play(audio);
        return isRevoked && !played.ok ? err(ended) : played;
      } finally {
        signal.removeEventListener('abort', stop);
        permission?.leave();
        messages.delete(message);
      }
    },

    statuses: () => [
      ...[...calls].flatMap((call) => call.targets),
      ...[...messages].map((message) => message.status),
    ],

    async close() {
      isClosed = true;
      permissions.close();
      const end: TalkEnd = { code: 'closed', message: stopping.message };
      const ends = [...calls].map((call) => call.end(end));
      await Promise.all([...ends, ...[...messages].map((message) => message.stop())]);
    },
  };
}

/** Codes other than that of expiry: the permission has ended, or could not be checked. */
const talkEnd = ({ code, message }: { code: string; message: string }): TalkEnd => ({
  code: code === 'grant.expired' ? code : 'grant.ended',
  message,
});
