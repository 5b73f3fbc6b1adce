import { addressOf, fetchSettings, fetchToken } from './backend.js';
import { bitRate } from './format.js';
import { language, startShell, texts } from './shell.js';
import { Tile } from './tile.js';
import { BroadcastToAll } from './wall-broadcast.js';
import { RecordingsOfAll } from './wall-recordings.js';

const element = (id) => document.getElementById(id);
const figuresEveryMs = 1000;
const tiles = [];
const languageListeners = [];

const sum = (all, name) => all.reduce((total, stats) => total + (stats?.[name] ?? 0), 0);

/** Totals of the statistics of all players. */
async function showFigures() {
  const playing = tiles.filter(({ player }) => player?.state?.phase === 'playing');
  const all = await Promise.all(playing.map(({ player }) => player.getStats().catch(() => null)));
  element('playing').textContent = `${playing.length} / ${tiles.length}`;
  element('bits').textContent = bitRate(sum(all, 'bitsPerSecond'));
  element('frames').textContent = String(sum(all, 'fps'));
  element('stalls').textContent = String(sum(all, 'stalls'));
}

async function showFiguresForEver() {
  for (;;) {
    if (!document.hidden) await showFigures();
    await new Promise((next) => setTimeout(next, figuresEveryMs));
  }
}

async function start() {
  const { server, app, cameras } = await fetchSettings();
  const { createPlayer } = await import(`${server}/sdk/v1/oriel.js`);
  // One token for the whole wall; players request a new one when it has expired.
  let token = null;
  const getToken = (reason) => {
    if (reason !== 'start' || !token) token = fetchToken();
    token.catch(() => {
      token = null;
    });
    return token;
  };

  /** Remaining players are not restarted. */
  function setCount(count) {
    recordings.stop();
    broadcast.stop();
    for (const button of element('counts').children)
      button.setAttribute('aria-pressed', String(Number(button.dataset.count) === count));
    element('wall').dataset.count = count;
    for (const tile of tiles.splice(count)) tile.stop();
    while (tiles.length < count) {
      const url = addressOf(cameras[tiles.length % cameras.length]);
      const options = { server, app, url, language: language(), getToken, microphone: true };
      const tile = new Tile({ number: tiles.length + 1, createPlayer, options, texts });
      tiles.push(tile);
      element('wall').append(tile.element);
      tile.start();
    }
  }

  const loadSync = () => import(`${server}/sdk/v1/sync.js`);
  const onFailure = ({ message }) => {
    element('result').textContent = message;
  };
  const broadcast = new BroadcastToAll({
    button: element('broadcast'),
    list: element('receivers'),
    loadSync,
    tiles,
    texts,
    onFailure,
  });
  const recordings = new RecordingsOfAll({
    button: element('recordings'),
    container: element('controls'),
    createPlayer,
    loadSync,
    options: { server, app, getToken },
    tiles,
    onFailure,
  });

  async function tellAll(name) {
    const ends = await Promise.allSettled(tiles.map(({ player }) => player[name]()));
    const reasons = ends.flatMap(({ reason }) => reason?.message ?? []);
    element('result').textContent = [...new Set(reasons)].join(' ');
  }

  element('counts').addEventListener('click', ({ target }) => {
    if (target.dataset.count) setCount(Number(target.dataset.count));
  });
  element('play-all').addEventListener('click', () => tellAll('play'));
  element('stop-all').addEventListener('click', () => tellAll('stop'));
  setCount(4);
  // For tests and for trying things in the browser's console.
  window.players = () => tiles.map(({ player }) => player);
  window.recordings = recordings;
  languageListeners.push(() => {
    recordings.showLanguage();
    broadcast.show();
  });
  await showFiguresForEver();
}

startShell(() => {
  for (const listener of languageListeners) listener();
  for (const tile of tiles) {
    tile.show();
    tile.player?.setLanguage(language()).catch(({ message }) => tile.showStatus(message));
  }
});
start().catch((error) => {
  element('result').textContent = texts().failed + error.message;
});
