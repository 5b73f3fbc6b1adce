import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import { FlvReader, readVideo } from './flv-reader.ts';

/** A viewer that always has capacity. */
export function countFrames(onFrame: () => void): LiveViewer {
  const flv = new FlvReader((tag) => {
    if (tag.type === 'video' && !readVideo(tag).isHeader) onFrame();
  });
  return {
    open() {},
    hasCapacity: () => true,
    write: ({ body }) => flv.push(body),
    cork() {},
    uncork() {},
    end() {},
  };
}
