import { Camera } from './camera.js';
import { createEventLog } from './event-log.js';
import { snippetOf } from './snippet.js';
import { texts } from './texts.js';

const element = (id) => document.getElementById(id);
let pageLanguage = navigator.language.startsWith('zh') ? 'zh-CN' : 'en-US';
const words = () => texts[pageLanguage];
const log = createEventLog(element('log'));

async function getToken(reason) {
  const answer = await fetch('/token', { method: 'POST' });
  if (!answer.ok) throw new Error(`/token: ${answer.status} ${await answer.text()}`);
  const { accessToken } = await answer.json();
  log.add('page', 'getToken', reason, 'call');
  return accessToken;
}

function translatePage() {
  document.documentElement.lang = pageLanguage;
  document.title = words().title;
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = words()[node.dataset.text];
  element('page-language').textContent = words().otherLanguage;
}

async function start() {
  const settings = await (await fetch('/settings.json')).json();
  if (!settings.server) throw new Error(settings.message);
  const { createPlayer } = await import(`${settings.server}/sdk/v1/oriel.js`);
  let chosen = null;

  const cameras = settings.cameras.map((name, index) => {
    const [serial, channel] = name.split(':');
    const camera = new Camera({
      number: index + 1,
      settings: {
        server: settings.server,
        app: settings.app,
        template: index === 0 ? 'standard' : 'simple',
        url: `ezopen://oriel/${serial}/${channel}.hd.live`,
        language: pageLanguage,
      },
      createPlayer,
      getToken,
      log,
      words,
      onChoose: () => choose(camera),
    });
    element('cameras').append(camera.card);
    return camera;
  });

  function choose(camera) {
    chosen = camera;
    for (const { card } of cameras) card.classList.toggle('is-chosen', card === camera.card);
    element('address').value = camera.settings.url;
    element('template').value = camera.settings.template;
    element('language').value = camera.settings.language;
    showChosen();
  }

  function showChosen() {
    element('chosen').textContent = `${chosen.label} · ${words().chosen}`;
    element('snippet').textContent = snippetOf(chosen.settings);
  }

  async function run(name) {
    const { label } = chosen;
    const result = element('result');
    result.className = 'result';
    result.textContent = `${name} …`;
    try {
      const value = await chosen.call(name, element('address').value.trim());
      result.textContent = (value ?? null) === null ? `${name} ✓` : `${name}: ${value}`;
      log.add(label, name, value ?? '✓', 'call');
    } catch (error) {
      result.className = 'result bad';
      result.textContent = `${name}: ${error.code ?? ''} ${error.message}`;
      log.add(label, name, error, 'bad');
    }
    showChosen();
  }

  element('calls').addEventListener('click', (event) => {
    const name = event.target.closest('button')?.dataset.call;
    if (name) run(name);
  });
  element('address-form').addEventListener('submit', (event) => {
    event.preventDefault();
    run('changePlayUrl');
  });
  for (const option of ['template', 'language']) {
    element(option).addEventListener('change', ({ target }) => {
      chosen.settings[option] = target.value;
      run('createPlayer');
    });
  }
  element('copy').addEventListener('click', async () => {
    await navigator.clipboard.writeText(element('snippet').textContent);
    element('copy').textContent = words().copied;
    setTimeout(() => {
      element('copy').textContent = words().copy;
    }, 1500);
  });
  element('clear').addEventListener('click', () => log.clear());
  element('page-language').addEventListener('click', () => {
    pageLanguage = pageLanguage === 'zh-CN' ? 'en-US' : 'zh-CN';
    translatePage();
    for (const camera of cameras) camera.translate();
    showChosen();
  });

  choose(cameras[0]);
  for (const camera of cameras) camera.create();
  // For tests and for trying things in the browser's console.
  window.cameras = cameras;
}

element('page-theme').addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
});
translatePage();
start().catch((error) => {
  element('result').className = 'result bad';
  element('result').textContent = words().failed + error.message;
});
