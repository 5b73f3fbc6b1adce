import { fileLine } from './format.js';

/** Shows the newest snapshot and the newest recording, whoever asked for them. Files never leave the page. */
export function createFilePreview(pictureBox, videoBox, words) {
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
    link.textContent = words().saveFile;
    caption.append(`${fileLine(file, words())} · `, link);
    box.replaceChildren(makeView(url), caption);
    box.hidden = false;
  }

  return {
    showPicture: (file) =>
      show(pictureBox, file, (src) =>
        Object.assign(document.createElement('img'), { src, alt: words().snapshotAlt }),
      ),
    showRecording: (file) =>
      show(videoBox, file, (src) =>
        Object.assign(document.createElement('video'), { src, controls: true, playsInline: true }),
      ),
  };
}
