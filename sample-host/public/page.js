import { addressOf, fetchSettings, fetchToken } from './backend.js';
import { codeOf, noteAnswer, readArguments } from './calls.js';
import { Camera } from './camera.js';
import { createEventLog } from './event-log.js';
import { createFilePreview } from './files.js';
import { fileLine, shortText } from './format.js';
import { language, makeCopyButton, startShell, texts } from './shell.js';
import { snippetOf } from './snippet.js';
import { createStatsTable } from './stats-table.js';
import { createTabs } from './tabs.js';
import { createTemplatePicker } from './templates.js';
import { createThemeBox } from './theme-box.js';

const element = (id) => document.getElementById(id);
const log = createEventLog(element('log'));
const files = createFilePreview(element('picture'), element('video'), texts);
const stats = createStatsTable(element('stats'), texts);
const themeBox = createThemeBox(element('theme'), element('theme-problems'), texts);
const statsEveryMs = 1000;

/** Set by `start`. */
let cameras = [];
let chosen = null;
let openPanel = '';
let lastCall = '';

async function getToken(reason) {
  const token = await fetchToken();
  log.add('page', 'getToken', reason, 'call');
  return token;
}

const picker = createTemplatePicker(element('templates'), element('template-note'), texts, (template) => {
  if (!chosen) return;
  chosen.settings.template = template;
  run('createPlayer');
});

/** All events of a player. */
function onEvent(camera, name, data, kind) {
  log.add(camera.label, name, data, kind);
  if (name === 'capturePicture') files.showImage(data);
  if (name === 'stopSave') files.showRecording(data);
  if (name === 'setThemeData' && camera === chosen) themeBox.show(data.themeData);
}

function choose(camera) {
  chosen = camera;
  lastCall = '';
  element('result').className = 'result';
  element('result').dataset.text = 'resultNote';
  element('result').textContent = texts().resultNote;
  for (const each of cameras) each.showChosen(each === camera);
  element('address').value = camera.settings.url;
  element('language').value = camera.settings.language;
  showChosen();
  showPanel();
}

function showChosen() {
  element('chosen').textContent = `${chosen.label} · ${texts().chosen}`;
  element('snippet').textContent = snippetOf(chosen.settings, lastCall);
  picker.show(chosen.settings.template);
}

/** Updates what an open panel shows of the player. */
async function showPanel() {
  const player = chosen?.player;
  if (!player) return;
  try {
    if (openPanel === 'panel-stats') stats.show(await player.getStats());
    if (openPanel === 'panel-theme') themeBox.show((await player.fetchThemeData()).themeData);
  } catch (error) {
    log.add(chosen.label, openPanel === 'panel-stats' ? 'getStats' : 'fetchThemeData', error, 'bad');
  }
}

/** A short text for the result of a call. */
function outcomeOf(name, value) {
  // Themes and statistics have their own panels.
  if ((value ?? null) === null || name === 'fetchThemeData' || name === 'getStats') return `${name} ✓`;
  if (value.blob) return `${name}: ${fileLine(value, texts())}`;
  if (name === 'getOSDTime') return `${name}: ${value} = ${new Date(value).toISOString()}`;
  return `${name}: ${shortText(value, 160)}`;
}

async function callPlayer(name, control) {
  if (name !== 'setThemeData' && name !== 'btnReRender') {
    const args = readArguments(name, control);
    lastCall = name === 'createPlayer' || name === 'destroy' ? '' : codeOf(name, args);
    const value = await chosen.call(name, args);
    if (name === 'fetchThemeData') themeBox.show(value.themeData, true);
    if (name === 'getStats') stats.show(value);
    return value;
  }
  try {
    const theme = themeBox.read();
    lastCall = codeOf(name, [theme]);
    await chosen.call(name, [theme]);
    themeBox.compare(theme, (await chosen.player.fetchThemeData()).themeData);
  } catch (error) {
    themeBox.report([error.message]);
    throw error;
  }
}

/** Calls made so far. The result line belongs to the latest one; the log shows them all. */
let calls = 0;

async function run(name, control) {
  const { label } = chosen;
  const result = element('result');
  calls += 1;
  const call = calls;
  result.className = 'result';
  delete result.dataset.text;
  result.textContent = `${name} …`;
  try {
    const value = await callPlayer(name, control);
    noteAnswer(name, value);
    if (call === calls) result.textContent = outcomeOf(name, value);
    log.add(label, name, value ?? '✓', 'call');
  } catch (error) {
    if (call === calls) {
      result.className = 'result bad';
      result.textContent = `${name}: ${error.code ?? ''} ${error.message}`;
    }
    log.add(label, name, error, 'bad');
  }
  showChosen();
}

function listen() {
  element('calls').addEventListener('click', ({ target }) => {
    const control = target.closest('button[data-call]');
    if (control && control.type === 'button') run(control.dataset.call, control);
  });
  element('calls').addEventListener('change', ({ target }) => {
    if (target.dataset.call) run(target.dataset.call, target);
  });
  element('address-form').addEventListener('submit', (event) => {
    event.preventDefault();
    run('changePlayUrl');
  });
  // A page-wide player covers these buttons; Escape reaches it only if it has the focus.
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const { player } of cameras)
      if (player?.state?.webFullScreen)
        player.fullScreen('none').catch((error) => log.add('page', key, error));
  });
  makeCopyButton(element('copy'), element('snippet'));
  element('clear').addEventListener('click', () => log.clear());
  setInterval(() => {
    if (openPanel === 'panel-stats' && !document.hidden && chosen?.player?.state) showPanel();
  }, statsEveryMs);
}

async function start() {
  const settings = await fetchSettings();
  const { createPlayer } = await import(`${settings.server}/sdk/v1/oriel.js`);
  cameras = settings.cameras.map((name, index) => {
    const camera = new Camera({
      number: index + 1,
      settings: {
        server: settings.server,
        app: settings.app,
        template: index === 0 ? 'standard' : 'simple',
        url: addressOf(name),
        language: language(),
      },
      createPlayer,
      getToken,
      onEvent,
      texts,
      onChoose: () => choose(camera),
    });
    element('cameras').append(camera.card);
    return camera;
  });
  choose(cameras[0]);
  listen();
  await Promise.all(cameras.map((camera) => camera.create()));
  // For tests and for trying things in the browser's console.
  window.cameras = cameras;
}

startShell(() => {
  for (const camera of cameras) {
    camera.translate();
    camera.speak(language()).catch((error) => log.add(camera.label, 'setLanguage', error, 'bad'));
  }
  if (!chosen) return;
  element('language').value = chosen.settings.language;
  showChosen();
});
createTabs(element('tabs'), (id) => {
  openPanel = id;
  showPanel();
});
start().catch((error) => {
  element('result').className = 'result bad';
  element('result').textContent = texts().failed + error.message;
});
