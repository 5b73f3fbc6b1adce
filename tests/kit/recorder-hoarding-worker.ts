/** The recording worker before a storage that is none. */
import './hoard-storage.ts';
import '../../player-frame/recorder/worker.ts';
