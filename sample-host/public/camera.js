/**
 * One camera of the page: its card, its player, and the calls the buttons make. `settings` are what
 * createPlayer needs and the visitor may change: template, url, language.
 */
export class Camera {
  player = null;
  isTall = false;
  lastLine = '';

  constructor({ number, settings, createPlayer, getToken, log, words, onChoose }) {
    Object.assign(this, { number, settings, createPlayer, getToken, log, words });
    this.card = document.createElement('article');
    this.card.className = 'camera';
    this.card.innerHTML =
      '<header><button type="button" class="choose"><b></b></button><span class="phase"></span></header><div class="stage"></div><footer></footer>';
    this.card.querySelector('.choose').addEventListener('click', onChoose);
    this.stage = this.card.querySelector('.stage');
    this.translate();
  }

  get label() {
    return `${this.words().camera} ${this.number}`;
  }

  /** Says everything again, after the page has changed its language. */
  translate() {
    this.card.querySelector('b').textContent = this.label;
    this.showState(this.player?.state ?? null);
  }

  /** Makes the player anew; an older one is removed first. */
  create() {
    this.remove();
    const { server, app, template, url, language } = this.settings;
    this.player = this.createPlayer(this.stage, {
      server,
      app,
      template,
      url,
      language,
      width: '100%',
      height: '100%',
      title: this.label,
      getToken: this.getToken,
    });
    for (const name of ['handleSuccess', 'handleError', 'dblclick', 'esc', 'iframeFullScreen', 'welcome'])
      this.player.on(name, (data) =>
        this.log.add(this.label, name, data, name === 'handleError' ? 'bad' : 'event'),
      );
    this.player.on('state', (state) => this.showState(state));
    this.player.ready.catch((error) => this.log.add(this.label, 'ready', error, 'bad'));
    this.log.add(this.label, 'createPlayer', { template, language }, 'call');
  }

  remove() {
    this.player?.destroy();
    this.player = null;
    this.showState(null);
  }

  /** Runs one call of the SDK and tells how it ended. */
  async call(name, address) {
    if (name === 'createPlayer') return this.create();
    if (!this.player) throw new Error(this.words().noPlayer);
    if (name === 'destroy') return this.remove();
    if (name === 'changePlayUrl') {
      this.settings.url = address;
      return this.player.changePlayUrl(address);
    }
    if (name === 'autoResize') {
      this.isTall = !this.isTall;
      this.stage.classList.toggle('tall', this.isTall);
      return this.player.autoResize();
    }
    if (name === 'getOSDTime') {
      const time = await this.player.getOSDTime();
      return `${time} = ${new Date(time).toISOString()}`;
    }
    return this.player[name]();
  }

  showState(state) {
    const phase = state?.phase ?? 'none';
    this.card.dataset.phase = phase;
    this.card.querySelector('.phase').textContent = this.words().phases[phase] ?? phase;
    this.card.querySelector('footer').textContent = state ? summary(this.words(), state) : '';
    const line = state ? [phase, state.engine, state.code, state.muted].join() : phase;
    if (line === this.lastLine) return;
    this.lastLine = line;
    if (state) this.log.add(this.label, 'state', shortState(state), phase === 'failed' ? 'bad' : 'event');
  }
}

function summary(words, { width, height, engine, latencyMs, muted, message, retryInMs }) {
  return [
    width && height ? `${width}×${height}` : '',
    engine ?? '',
    latencyMs === undefined ? '' : `${Math.round(latencyMs)} ms`,
    muted ? words.muted : words.sound,
    message ?? '',
    retryInMs === undefined ? '' : `${words.retry} ${Math.ceil(retryInMs / 1000)} s`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function shortState({ phase, engine, code, message, muted, attempt }) {
  return { phase, engine, code, message, muted, attempt };
}
