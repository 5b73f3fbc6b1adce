/** The recording worker on a storage that keeps everything in memory. */
import './accumulate-storage.ts';
import '../../player-frame/recorder/worker.ts';
