/** Many video elements with mpegts.js and its defaults, and nothing else. Runs in the browser. */
import mpegts from 'mpegts.js';

/**
 * The shortest possible loader: sixteen streams need WebSockets, and our server requires the ticket as first message.
 */
const loaderWith = (ticket: string) =>
  class extends mpegts.BaseLoader {
    private socket: WebSocket | null = null;
    private received = 0;

    constructor() {
      super('bare');
      this._needStash = true;
    }

    override open({ url = '' }: mpegts.MediaSegment): void {
      const socket = new WebSocket(url);
      this.socket = socket;
      socket.binaryType = 'arraybuffer';
      socket.onopen = () => socket.send(JSON.stringify({ ticket }));
      socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
        this.received += data.byteLength;
        this.onDataArrival(data, this.received - data.byteLength, this.received);
      };
    }

    override abort(): void {
      this.socket?.close();
    }
  };

export interface BareWall {
  open(targets: readonly { readonly url: string; readonly ticket: string }[], columns: number): void;
  /** Number of frames that each element has shown. */
  shown(): number[];
}

const videos: HTMLVideoElement[] = [];
const wall: BareWall = {
  open(targets, columns) {
    const grid = document.createElement('div');
    grid.style.cssText = `display:grid;grid-template-columns:repeat(${columns},640px);gap:4px`;
    document.body.style.margin = '0';
    document.body.replaceChildren(grid);
    for (const { url, ticket } of targets) {
      const video = document.createElement('video');
      video.muted = true;
      video.style.cssText = 'width:640px;height:360px';
      grid.append(video);
      videos.push(video);
      const player = mpegts.createPlayer(
        { type: 'flv', url: url.replace(/^http/, 'ws'), isLive: true },
        { customLoader: loaderWith(ticket) },
      );
      player.attachMediaElement(video);
      player.load();
      void player.play();
    }
  },
  shown: () => videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames),
};
mpegts.LoggingControl.enableAll = false;
Object.assign(window, { bareWall: wall });
