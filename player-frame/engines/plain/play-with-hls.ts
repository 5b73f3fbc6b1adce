import Library from 'hls.js';
import { playHls } from '../../../lib/plain-stream/play-hls.ts';
import type { Play } from './plain-engine.ts';

export const play: Play = (video, { url }, report) => playHls(Library, video, url, report);
