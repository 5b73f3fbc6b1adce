/** The recording worker in a browser that denies file storage. */
import './refuse-storage.ts';
import '../../player-frame/recorder/worker.ts';
