import { createEventLog } from './event-log.js';
import { fileSize, shortText } from './format.js';
import { makeCopyButton, startShell, texts } from './shell.js';

/** The buttons for the player of ezuikit-player.js, using only EZUIKit's public names. */

const element = (id) => document.getElementById(id);
const log = createEventLog(element('log'));
const cameras = ['ezopen://open.ys7.com/DEMO00001/1.hd.live', 'ezopen://open.ys7.com/DEMO00002/1.hd.live'];
const events = ['play', 'stop', 'openSound', 'closeSound', 'capturePicture', 'startSave', 'stopSave'];
let player = null;
let cameraShown = 0;

function showFile(box, name, view, url, size) {
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: name,
    textContent: texts().saveFile,
  });
  const caption = document.createElement('figcaption');
  caption.append(`${name} · ${fileSize(size)} · `, link);
  box.replaceChildren(Object.assign(view, { src: url }), caption);
  box.hidden = false;
}

/** Calls with arguments or a displayed result. Others are called without arguments. */
const calls = {
  async 'new EZUIKitPlayer'() {
    await player?.destroy();
    await start();
  },
  changePlayUrl() {
    cameraShown = 1 - cameraShown;
    return player.changePlayUrl({ url: cameras[cameraShown] });
  },
  // With a callback, the page receives the snapshot instead of the viewer.
  capturePicture: () =>
    player
      .capturePicture('ezuikit', ({ fileName, base64, fileUint8Array }) => {
        const image = Object.assign(document.createElement('img'), { alt: texts().snapshotAlt });
        showFile(element('picture'), fileName, image, base64, fileUint8Array.length);
      })
      .then(({ code, data }) => ({ code, fileName: data.fileName })),
  startSave: () => player.startSave('ezuikit'),
  async stopSave() {
    const { data } = await player.stopSave();
    const video = Object.assign(document.createElement('video'), { controls: true, playsInline: true });
    showFile(element('video'), data.fileName, video, data.url, data.file.size);
    return data.fileName;
  },
  changeVideoLevel: (value) => player.changeVideoLevel(Number(value)),
  changeTheme: (value) => player.changeTheme(value),
};

async function start() {
  const callback = (name, kind) => (payload) => log.add('callback', name, payload, kind);
  player = await window.makePlayer({
    handleInitSuccess: callback('handleInitSuccess', 'event'),
    handleSuccess: (payload) => {
      document.body.dataset.phase = 'playing';
      log.add('callback', 'handleSuccess', payload);
    },
    handleError: callback('handleError', 'bad'),
    fullScreenChangeCallBack: callback('fullScreenChangeCallBack', 'event'),
  });
  for (const name of events)
    player.eventEmitter.on(name, ({ eventType, code, msg }) =>
      log.add('eventEmitter', eventType, { code, msg }),
    );
  log.add('page', 'new EZUIKitPlayer', '', 'call');
  // For tests and for trying things in the browser's console.
  window.player = player;
}

async function run(name, value) {
  const result = element('result');
  result.className = 'result';
  delete result.dataset.text;
  result.textContent = `${name} …`;
  try {
    const answer = await (calls[name] ? calls[name](value) : player[name]());
    result.textContent = (answer ?? null) === null ? `${name} ✓` : `${name}: ${shortText(answer, 160)}`;
  } catch (error) {
    result.className = 'result bad';
    result.textContent = `${name}: ${shortText(error)}`;
  }
}

element('calls').addEventListener('click', ({ target }) => {
  const control = target.closest('button[data-call]');
  if (control && player) run(control.dataset.call, control.dataset.value);
});
element('clear').addEventListener('click', () => log.clear());
makeCopyButton(element('copy'), element('snippet'));
// The player keeps its given size, so it is resized when the layout changes.
new ResizeObserver(([{ contentRect }]) => {
  player?.reSize(Math.round(contentRect.width), Math.round(contentRect.height));
}).observe(element('video-container'));

startShell();
// The code shown is the file that creates the player.
const source = await fetch('/ezuikit-player.js');
element('snippet').textContent = await source.text();
start().catch((error) => {
  element('result').className = 'result bad';
  element('result').textContent = texts().failed + error.message;
});
