/** Formats values for display. */

export function fileSize(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

export function bitRate(bitsPerSecond) {
  return bitsPerSecond < 1_000_000
    ? `${Math.round(bitsPerSecond / 1000)} kbit/s`
    : `${(bitsPerSecond / 1_000_000).toFixed(2)} Mbit/s`;
}

/** A snapshot or recording: name, size in pixels, duration, size in bytes. */
export function fileLine({ fileName, width, height, durationMs, hasAudio, blob }, texts) {
  return [
    fileName,
    `${width}×${height}`,
    durationMs === undefined ? '' : `${(durationMs / 1000).toFixed(1)} s`,
    hasAudio === undefined ? '' : hasAudio ? texts.withSound : texts.withoutSound,
    fileSize(blob.size),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The result of a call or the data of an event, on one line. */
export function shortText(data, longest = 300) {
  if (data === undefined || data === null) return '';
  if (data instanceof Error) return `${data.code ?? data.name}: ${data.message}`;
  if (typeof data !== 'object') return String(data);
  const text = JSON.stringify(data, (_, part) => {
    if (part instanceof Blob) return `${part.type} ${fileSize(part.size)}`;
    return part instanceof Uint8Array ? `${part.length} B` : part;
  });
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
