import library from 'mpegts.js';
import { playMpegts } from '../../../lib/plain-stream/play-mpegts.ts';
import type { Play } from './plain-engine.ts';

export const play: Play = (video, stream, report) => playMpegts(library, video, stream, report);
