/** One viewer speaks to the cameras of all tiles: a button, and below it the list of those that receive it. */
export class BroadcastToAll {
  constructor({ button, list, loadSync, tiles, texts, onFailure }) {
    Object.assign(this, { button, list, loadSync, tiles, texts, onFailure });
    this.broadcast = null;
    button.addEventListener('click', () => this.toggle().catch(onFailure));
  }

  async toggle() {
    if (!this.broadcast) {
      const { createBroadcast } = await this.loadSync();
      this.broadcast = createBroadcast(() => this.tiles.map(({ player }) => player));
      this.broadcast.onChange(() => this.show());
    }
    this.onFailure({ message: '' });
    this.button.disabled = true;
    try {
      if (this.broadcast.cameras.length > 0) await this.broadcast.stop();
      else await this.broadcast.start();
    } finally {
      this.button.disabled = false;
    }
  }

  show() {
    const cameras = this.broadcast?.cameras ?? [];
    this.button.setAttribute('aria-pressed', String(cameras.length > 0));
    this.list.replaceChildren(
      ...cameras.map(({ deviceSerial, channelNo, state, message }) => {
        const item = document.createElement('li');
        item.dataset.state = state;
        item.textContent = `${deviceSerial}/${channelNo}: ${message ?? this.texts().received[state] ?? state}`;
        return item;
      }),
    );
  }

  /** The tiles change. */
  stop() {
    this.broadcast?.stop();
  }
}
