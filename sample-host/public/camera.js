const events = [
  'handleSuccess',
  'handleError',
  'openSound',
  'closeSound',
  'capturePicture',
  'startSave',
  'stopSave',
  'enableZoom',
  'closeZoom',
  'ptz',
  'changePlayUrl',
  'fullScreen',
  'setThemeData',
  'clickEventHandle',
  'removeEventHandle',
  'dblclick',
  'esc',
  'iframeFullScreen',
];

/**
 * One camera of the page: its card, its player, and the calls of the buttons. `settings`: options of
 * createPlayer that the visitor can change: template, url, language. `hear`: receives all events.
 */
export class Camera {
  player = null;
  /** Settles when the last player to be destroyed has been removed. */
  leaving = null;
  wishes = 0;
  isTall = false;
  lastLine = '';

  constructor({ number, settings, createPlayer, getToken, onEvent, texts, onChoose }) {
    Object.assign(this, { number, settings, createPlayer, getToken, onEvent, texts });
    this.card = document.createElement('article');
    this.card.className = 'camera';
    this.card.innerHTML =
      '<header><button type="button" class="choose"><b></b></button><span class="phase"></span></header><div class="stage"></div><footer></footer>';
    this.card.querySelector('.choose').addEventListener('click', onChoose);
    this.stage = this.card.querySelector('.stage');
    this.translate();
  }

  get label() {
    return `${this.texts().camera} ${this.number}`;
  }

  /** Updates all texts after a change of language. */
  translate() {
    this.card.querySelector('b').textContent = this.label;
    this.showState(this.player?.state ?? null);
  }

  /** Creates the player and its successors. */
  async speak(language) {
    this.settings.language = language;
    await this.player?.setLanguage(language);
  }

  showChosen(isChosen) {
    this.card.classList.toggle('is-chosen', isChosen);
    this.card.querySelector('.choose').setAttribute('aria-pressed', String(isChosen));
  }

  /** Creates the player again after the previous one has released its frame. The latest request wins. */
  async create() {
    this.wishes += 1;
    const wish = this.wishes;
    this.destroy();
    await this.leaving;
    if (wish !== this.wishes) return;
    const { server, app, template, url, language } = this.settings;
    this.player = this.createPlayer(this.stage, {
      server,
      app,
      template,
      url,
      language,
      // For talk: lets the player ask the viewer for the microphone.
      microphone: true,
      width: '100%',
      height: '100%',
      title: this.label,
      getToken: this.getToken,
    });
    for (const name of events)
      this.player.on(name, (data) =>
        this.onEvent(this, name, data, name === 'handleError' ? 'bad' : 'event'),
      );
    this.player.on('state', (state) => this.showState(state));
    this.player.ready.catch((error) => this.onEvent(this, 'ready', error, 'bad'));
    this.onEvent(this, 'createPlayer', { template, language }, 'call');
  }

  /** Resolves with the receipt of `destroy`, or with nothing if there was no player. */
  destroy() {
    const receipt = this.player?.destroy();
    this.leaving = receipt ?? this.leaving;
    this.player = null;
    this.showState(null);
    return receipt;
  }

  /** Runs one SDK call and reports its result. */
  async call(name, args) {
    if (name === 'createPlayer') return this.create();
    if (!this.player) throw new Error(this.texts().noPlayer);
    if (name === 'destroy') return this.destroy();
    if (name === 'changePlayUrl') [this.settings.url] = args;
    if (name === 'setLanguage') [this.settings.language] = args;
    if (name === 'autoResize') {
      this.isTall = !this.isTall;
      this.stage.classList.toggle('tall', this.isTall);
    }
    return this.player[name](...args);
  }

  showState(state) {
    const phase = state?.phase ?? 'none';
    this.card.dataset.phase = phase;
    this.card.querySelector('.phase').textContent = this.texts().phases[phase] ?? phase;
    this.card.querySelector('footer').textContent = state ? summary(this.texts(), state) : '';
    const line = state ? [phase, state.engine, state.code, state.muted].join() : phase;
    if (line === this.lastLine) return;
    this.lastLine = line;
    if (state) this.onEvent(this, 'state', shortState(state), phase === 'failed' ? 'bad' : 'event');
  }
}

function summary(texts, state) {
  const { width, height, quality, engine, latencyMs, muted, zoom, recording, message, retryInMs } = state;
  return [
    width && height ? `${width}×${height}` : '',
    quality ?? '',
    engine ?? '',
    latencyMs === undefined ? '' : `${Math.round(latencyMs)} ms`,
    muted ? texts.muted : texts.sound,
    zoom === undefined ? '' : `${zoom.toFixed(1)}X`,
    recording ? texts.recordingNow : '',
    message ?? '',
    retryInMs === undefined ? '' : `${texts.retry} ${Math.ceil(retryInMs / 1000)} s`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function shortState({ phase, engine, code, message, muted, attempt }) {
  return { phase, engine, code, message, muted, attempt };
}
