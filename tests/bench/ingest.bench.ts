// CPU and memory of receiving cameras: our RTSP client on a 2 Mbit/s H.264 stream with AAC from GStreamer.
// Needs: GStreamer's RTSP server, ffmpeg.
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { startGstRtspServer } from '../kit/gst-rtsp-server.ts';

const cameras = 8;
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
/** Percent of one core per camera. */
const targetPercent = 0.5;

const networks = parseNetworks('127.0.0.0/8');
if (!networks.ok) throw new Error(networks.error);
const options = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: networks.value, ownPorts: [] },
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  const footage = {
    video: 'h264',
    audio: 'aac',
    width: 1280,
    height: 720,
    fps: 25,
    videoKbps: 2_000,
  } as const;
  const server = await startGstRtspServer(footage);
  await wait(500);
  const idleRss = process.memoryUsage().rss;
  let bytes = 0;
  let failures = 0;
  const sources = Array.from({ length: cameras }, () => {
    const source = new RtspSource({ kind: 'rtsp', url: server.url, username: '', password: '' }, options);
    source.start({
      tracks() {},
      unit: (unit) => {
        bytes += unit.data.length;
      },
      failed: () => {
        failures += 1;
      },
    });
    return source;
  });
  await wait(4_000); // until code is compiled and memory is stable

  bytes = 0;
  const cpuBefore = process.cpuUsage();
  const since = performance.now();
  await wait(seconds * 1_000);
  const elapsedMs = performance.now() - since;
  const { user, system } = process.cpuUsage(cpuBefore);
  const percent = ((user + system) / 1_000 / elapsedMs / cameras) * 100;
  const kbps = (bytes * 8) / elapsedMs / cameras;
  const rssMb = (process.memoryUsage().rss - idleRss) / 2 ** 20 / cameras;
  for (const source of sources) source.stop();
  await server.stop();

  console.log(`${cameras} cameras for ${(elapsedMs / 1_000).toFixed(1)} s, ${kbps.toFixed(0)} kbit/s each`);
  console.log(
    `CPU per camera ${percent.toFixed(2)} % of a core, memory ${rssMb.toFixed(1)} MB, failures ${failures}`,
  );
  const ok = percent <= targetPercent && failures === 0;
  const result = {
    bench: 'ingest',
    value: round(percent),
    unit: '% of a core per camera',
    target: targetPercent,
  };
  console.log(JSON.stringify({ ...result, ok, peers: { rssMb: round(rssMb), kbps: Math.round(kbps) } }));
}

const round = (value: number): number => Math.round(value * 100) / 100;

await main();
