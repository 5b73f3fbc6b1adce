/** The minimum that shows live video with WebCodecs: no worker, no audio, no error handling. Runs in the browser. */
import { FlvDemuxer } from '../../../lib/codec/flv/flv-demuxer.ts';
import { FrameWatch } from '../../kit/frame-watch.ts';
import type { BarePage } from './bare-page.ts';

const stage = document.getElementById('stage')!;
const watch = new FrameWatch(stage);
let socket: WebSocket | null = null;
let decoder: VideoDecoder | null = null;

const page: BarePage = {
  open({ url, ticket }) {
    const canvas = document.createElement('canvas');
    stage.append(canvas);
    const context = canvas.getContext('2d', { alpha: false });
    const video = new VideoDecoder({
      output(frame) {
        if (canvas.width !== frame.displayWidth) canvas.width = frame.displayWidth;
        if (canvas.height !== frame.displayHeight) canvas.height = frame.displayHeight;
        context?.drawImage(frame, 0, 0);
        frame.close();
      },
      error: (error) => console.error(error),
    });
    decoder = video;
    const demuxer = new FlvDemuxer((event) => {
      if (event.type === 'videoConfig') {
        const { codecString: codec, config: description } = event.config;
        video.configure({ codec, description, optimizeForLatency: true });
      }
      if (event.type !== 'video') return;
      const { isKey, ptsMs, data } = event.unit;
      video.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: ptsMs * 1_000, data }));
    });
    const ws = new WebSocket(url.replace(/^http/, 'ws'));
    ws.binaryType = 'arraybuffer';
    ws.onopen = () => ws.send(JSON.stringify({ ticket }));
    ws.onmessage = ({ data }) => demuxer.push(new Uint8Array(data));
    socket = ws;
  },
  async firstFrame(target) {
    const from = performance.now();
    page.open(target);
    return (await watch.firstFrame()) - from;
  },
  startWatching: () => watch.start(),
  stopWatching: () => watch.stop(),
  async close() {
    socket?.close();
    decoder?.close();
    stage.replaceChildren();
  },
};
Object.assign(window, { barePage: page });
