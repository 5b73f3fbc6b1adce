/** The recording worker in a browser that refuses file storage. */
import './refuse-storage.ts';
import '../../player-frame/recorder/worker.ts';
