/** A feed over a separate connection, for engines whose samples are not accessible. */

import { FlvDemuxer } from '../../lib/codec/flv/flv-demuxer.ts';
import type { FlvEvent } from '../../lib/codec/flv/flv-events.ts';
import type { EngineFailure, LiveTarget } from '../engines/engine.ts';
import { badStream } from '../engines/failures.ts';
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
    connection.close();
  };
  const read = (event: FlvEvent): void => {
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
      case 'failed':
        close();
        sink.ended(badStream(event.code));
        break;
      case 'skipped':
        break;
      default:
        sink.event(event);
    }
  };
  const demuxer = new FlvDemuxer(read);
  const connection = connect('websocket', target, {
    bytes: (chunk) => demuxer.push(chunk),
    ended: (failure) => {
      if (isOpen) sink.ended(failure);
    },
  });
  return { renew: (ticket) => connection.renew(ticket), close };
}
