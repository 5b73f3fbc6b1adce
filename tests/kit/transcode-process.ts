/** A process that transcodes one camera, to be killed by a test. Prints a line after the first frames. */
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { findFfmpeg } from '../../lib/media/outputs/transcode/find-ffmpeg.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { record } from './source-recorder.ts';
import { transcodedSource } from './transcoded-source.ts';

const { RTSP_URL = '', RTSP_PASSWORD = '', HAS_TOOLS } = process.env;

async function main(): Promise<void> {
  const networks = parseNetworks('127.0.0.0/8');
  const found = await findFfmpeg(undefined);
  if (!networks.ok || !found.ok) throw new Error('invalid camera networks, or no ffmpeg');
  const ffmpeg = HAS_TOOLS === 'true' ? found.value : { ...found.value, setpriv: null, prlimit: null };
  const base = { clock: systemClock, logger: silentLogger };
  const camera = new RtspSource(
    { kind: 'rtsp', url: RTSP_URL, username: 'admin', password: RTSP_PASSWORD },
    { ...base, addressPolicy: { allowed: networks.value, ownPorts: [] } },
  );
  await record(transcodedSource(camera, { ok: true, value: ffmpeg })).until(
    (now) => now.video.length > 3,
    20_000,
  );
  process.stdout.write('converting\n');
  process.stdin.resume(); // runs until it is killed or the test ends
  process.stdin.on('end', () => process.exit());
}

void main();
