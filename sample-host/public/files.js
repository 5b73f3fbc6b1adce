import { fileLine } from './format.js';

/** Shows the latest snapshot and recording. Files never leave the page. */
export function createFilePreview(imageBox, videoBox, texts) {
  const newest = new Map();

  function show(box, file, makeView) {
    const before = newest.get(box);
    if (before) URL.revokeObjectURL(before);
    const url = URL.createObjectURL(file.blob);
    newest.set(box, url);
    const caption = document.createElement('figcaption');
    const link = document.createElement('a');
    link.href = url;
    link.download = file.fileName;
    link.textContent = texts().saveFile;
    caption.append(`${fileLine(file, texts())} · `, link);
    box.replaceChildren(makeView(url), caption);
    box.hidden = false;
  }

  return {
    showImage: (file) =>
      show(imageBox, file, (src) =>
        Object.assign(document.createElement('img'), { src, alt: texts().snapshotAlt }),
      ),
    showRecording: (file) =>
      show(videoBox, file, (src) =>
        Object.assign(document.createElement('video'), { src, controls: true, playsInline: true }),
      ),
  };
}
