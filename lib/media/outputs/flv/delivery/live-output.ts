/** `/live/…flv`: the live streams of cameras, shared by their viewers. */
import { ok } from '../../../../kernel/result.ts';
import type { LiveGate } from '../../../ports.ts';
import type { ViewableStreams } from '../live-viewer.ts';
import { parseLivePath, type WantedStream } from './live-path.ts';
import type { StreamKind } from './serve-viewer.ts';
import { createStreamOutput, type StreamOutput, type StreamOutputOptions } from './stream-output.ts';

export interface LiveOutputOptions extends StreamOutputOptions {
  readonly plane: ViewableStreams;
  readonly gate: LiveGate;
}

export interface LiveOutput extends Pick<StreamOutput, 'stats' | 'stop'> {
  readonly handleLiveHttp: StreamOutput['handleHttp'];
  readonly handleLiveUpgrade: StreamOutput['handleUpgrade'];
}

export function createLiveOutput({ plane, gate, ...options }: LiveOutputOptions): LiveOutput {
  const output = createStreamOutput(liveStreams(plane, gate), options);
  return {
    handleLiveHttp: output.handleHttp,
    handleLiveUpgrade: output.handleUpgrade,
    stats: output.stats,
    stop: output.stop,
  };
}

function liveStreams(plane: ViewableStreams, gate: LiveGate): StreamKind<WantedStream> {
  return {
    viewKind: 'live',
    parse: parseLivePath,
    grants: gate,
    async admit(ticket, wanted) {
      const decision = await gate.admit(ticket, wanted);
      if (!decision.ok) return decision;
      const { key, grantId, applicationId, expiresAt } = decision.value;
      if (!isWanted(key, wanted)) throw new Error('the gate admitted to another stream');
      const { tenantId, deviceSerial, channelNo, profile, video } = key;
      return ok({
        grantId,
        expiresAt,
        stream: [tenantId, deviceSerial, channelNo, profile, video].join('/'),
        camera: { tenantId, deviceSerial, channelNo, applicationId, grantId },
        subscribe: (viewer) => plane.subscribe(key, viewer),
      });
    },
  };
}

/** Guards against serving another stream than requested. */
function isWanted(key: WantedStream, wanted: WantedStream): boolean {
  return (
    key.deviceSerial === wanted.deviceSerial &&
    key.channelNo === wanted.channelNo &&
    key.profile === wanted.profile &&
    key.video === wanted.video
  );
}
