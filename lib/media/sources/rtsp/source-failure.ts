/** All failures of an RTSP source. Messages contain no address, name or password. */
import type { ConnectFailure } from '../../net/safe-connect.ts';
import type { SourceFailure, TransportUse } from '../../ports.ts';

/** Retrying these is pointless until the configuration changes. */
const permanent = new Set<SourceFailure['code']>([
  'source.refused',
  'source.redirected',
  'source.certificate',
  'source.auth',
  'source.unsupported',
  'source.udpOnly',
  'source.speed',
]);

export const sourceFailure = (code: SourceFailure['code'], message: string): SourceFailure => ({
  code,
  message,
  retryable: !permanent.has(code),
});

export function connectFailure(failure: ConnectFailure): SourceFailure {
  if (failure.code === 'refusedAddress') return sourceFailure('source.refused', failure.message);
  if (failure.code === 'certificate') return sourceFailure('source.certificate', failure.message);
  return sourceFailure('source.unreachable', failure.message);
}

export const udpOnly = sourceFailure(
  'source.udpOnly',
  'the camera does not send over TCP: allow RTP over RTSP there',
);

/** No transport that was tried works, TCP included. */
export function transportFailure(faults: readonly TransportUse['faults'][number][]): SourceFailure {
  const other = faults.find(({ transport }) => transport !== 'tcp');
  if (other === undefined) return udpOnly;
  const text = {
    refused: `nor by ${other.transport === 'udp' ? 'UDP' : 'multicast'}`,
    silent: 'and no packet arrives by UDP',
    lossy: 'and no complete key frame arrives by UDP',
    noPorts:
      other.transport === 'udp'
        ? 'and there is no free UDP port for it: see ORIEL_RTP_PORTS'
        : 'and the port of its multicast group is in use on this machine',
    forbidden: 'and its multicast group is outside the allowed camera networks',
  }[other.fault.code];
  return sourceFailure('source.udpOnly', `the camera does not send over TCP, ${text}`);
}

/** For an unexpected RTSP status. */
export function statusFailure(method: string, status: number): SourceFailure {
  if (status === 401 || status === 403) {
    return sourceFailure('source.auth', `the camera refused access (${method}: ${status})`);
  }
  if (status === 404 || status === 410) {
    return sourceFailure('source.notFound', `the camera has no such stream (${method}: ${status})`);
  }
  if (status >= 300 && status < 400) {
    return sourceFailure(
      'source.redirected',
      `the camera redirects elsewhere (${method}: ${status}): enter the final address instead`,
    );
  }
  if (status === 461) return udpOnly;
  if (status === 453 || status === 503) {
    return sourceFailure(
      'source.busy',
      `the camera is busy or serves too many viewers (${method}: ${status})`,
    );
  }
  return sourceFailure('source.protocol', `the camera answered ${method} with ${status}`);
}
