import { bitRate, fileSize } from './format.js';

const ms = (value) => `${value} ms`;

/** Values of `getStats()` in table order, with their formats. */
const rows = {
  engine: String,
  engineReason: String,
  videoCodec: String,
  audioCodec: String,
  size: String,
  fps: (value) => `${value} / s`,
  bitsPerSecond: bitRate,
  latencyMs: ms,
  firstFrameMs: ms,
  keyFrameIntervalMs: ms,
  bufferedMs: ms,
  framesShown: String,
  framesDropped: String,
  stalls: String,
  bytes: fileSize,
};

/** A table of a player's statistics, updated once a second while visible. */
export function createStatsTable(table, texts) {
  const cells = new Map();
  for (const name of Object.keys(rows)) {
    const row = table.insertRow();
    const head = document.createElement('th');
    head.scope = 'row';
    head.dataset.text = `stats_${name}`;
    head.textContent = texts()[`stats_${name}`];
    row.append(head);
    cells.set(name, row.insertCell());
  }
  return {
    show(stats) {
      const { width, height } = stats;
      const all = { ...stats, size: width && height ? `${width}×${height}` : undefined };
      for (const [name, cell] of cells)
        cell.textContent = all[name] === undefined ? '–' : rows[name](all[name]);
    },
  };
}
