/**
 * How long audio takes from the viewer's microphone to the camera: clicks of a fake microphone through SDK, frame, gateway
 * and demo camera, whose echo comes 500 ms later. Both ends are measured in the frame, on one clock; one way is half of
 * what remains. ORIEL_BENCH_ROUNDS (30) clicks.
 * Needs: Chromium.
 */
import { launchChromium } from '../kit/chromium.ts';
import { LiveStage } from '../kit/live-player.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { writeMicrophone } from '../kit/talk-player.ts';
import { namesForPages } from './browser-costs.ts';
import { median, percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 30);
/** Of the demo camera (lib/media/talk/back-channels/demo). */
const echoMs = 500;
const target = 250;
/** Of the tone. The echo of a click arrives before the next one. */
const click = { everyMs: 2_000, ms: 60 };
const toneHz = 1_000;

const stage = await LiveStage.start();
const folder = scratchFolder('oriel-talk-');
const microphone = await writeMicrophone(folder, toneHz, 0.3, { pulseMs: click.ms, everyMs: click.everyMs });
const browser = await launchChromium([`--use-file-for-fake-audio-capture=${microphone}`]);
try {
  const player = await stage.open({ microphone: true }, { browser, script: namesForPages });
  const answer = await player.call('startTalk');
  if (answer.error) throw new Error(`no talk: ${String(answer.error)}`);
  await player.page.waitForTimeout(3_000);
  const frame = await player.document();
  await frame.evaluate(namesForPages);
  const times = await frame.evaluate(async (forMs) => {
    const context = new AudioContext({ sampleRate: 48_000 });
    await context.resume();
    const ends = ['local', 'peer'].map((name) => {
      const element = document.querySelector<HTMLAudioElement>(`audio[id^="oriel-talk-${name}-"]`);
      return context.createMediaStreamSource(element?.srcObject as MediaStream);
    });
    const both = new ChannelMergerNode(context, { numberOfInputs: 2 });
    for (const [index, end] of ends.entries()) end.connect(both, 0, index);
    const reader = context.createScriptProcessor(1_024, 2, 2);
    const onsets: number[][] = [[], []];
    const quietSince = [0, 0];
    let position = 0;
    reader.onaudioprocess = ({ inputBuffer }) => {
      for (const channel of [0, 1]) {
        const samples = inputBuffer.getChannelData(channel);
        for (let index = 0; index < samples.length; index += 1) {
          const at = ((position + index) / context.sampleRate) * 1_000;
          if (Math.abs(samples[index] ?? 0) < 0.02) continue;
          // The first loud sample after 300 ms of silence is the begin of a click.
          if (at - (quietSince[channel] ?? 0) > 300) onsets[channel]?.push(at);
          quietSince[channel] = at;
        }
      }
      position += inputBuffer.length;
    };
    both.connect(reader).connect(context.destination);
    await new Promise((resolve) => setTimeout(resolve, forMs));
    await context.close();
    return { sent: onsets[0] ?? [], heard: onsets[1] ?? [] };
  }, rounds * click.everyMs);
  const ways = times.sent.flatMap((at) => {
    const echo = times.heard.find((heard) => heard > at + echoMs);
    return echo === undefined || echo - at > click.everyMs ? [] : [(echo - at - echoMs) / 2];
  });
  if (ways.length < rounds / 2) throw new Error(`only ${ways.length} of ${rounds} clicks came back`);
  const [half, most] = [median(ways), percentile(ways, 0.95)];
  console.log(`microphone to camera, one way: median ${half.toFixed(0)} ms, p95 ${most.toFixed(0)} ms`);
  console.log(`target: p95 <= ${target} ms: ${most <= target ? 'met' : 'missed'}`);
  console.log(
    JSON.stringify({
      ...{ bench: 'talk-latency', value: most, unit: 'ms', target, ok: most <= target },
      peers: { medianMs: half, clicks: ways.length },
    }),
  );
} finally {
  await browser.close();
  await stage.close();
}
