/** A feed over a separate connection, for engines whose samples are not accessible. */
import type { EngineFailure, LiveTarget } from '../engines/engine.ts';
import { type ClearFlvEvent, FlvInput } from '../engines/flv-input.ts';
import { connect, type LiveConnection } from '../engines/live-connection.ts';
import { readOrielTag } from '../engines/stream-clock.ts';
import type { FeedEvent } from './feed.ts';
import { recordedVideo, type Size, sizeOf } from './recorded-video.ts';

/** A WebSocket, which allows sending further tickets. `ended` is called at most once, never after `close`. */
export function openFeed(
  target: LiveTarget,
  sink: { event(event: FeedEvent): void; ended(failure: EngineFailure): void },
): LiveConnection {
  let size: Size = { width: 0, height: 0 };
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    input.stop();
    connection.close();
  };
  const read = (event: ClearFlvEvent): void => {
    if (!isOpen) return;
    switch (event.type) {
      case 'header':
        sink.event({ type: 'begin', hasVideo: event.hasVideo, hasAudio: event.hasAudio });
        break;
      case 'videoConfig':
        sink.event({ type: 'videoConfig', config: recordedVideo(event.config, size) });
        break;
      case 'script': {
        size = sizeOf(event.name, event.value) ?? size;
        const oriel = readOrielTag(event.name, event.value);
        if (oriel?.name === 'clock' && oriel.tag.isFrame) sink.event({ type: 'clock', ...oriel.tag });
        break;
      }
      case 'skipped':
        break;
      default:
        sink.event(event);
    }
  };
  const failed = (failure: EngineFailure): void => {
    close();
    sink.ended(failure);
  };
  const input = new FlvInput({ event: read, delivered() {}, failed }, target.decryption ?? null);
  const connection = connect('websocket', target, {
    bytes: (chunk) => input.push(chunk),
    ended: (failure) => {
      if (isOpen) sink.ended(failure);
    },
  });
  return { renew: (ticket) => connection.renew(ticket), close };
}
