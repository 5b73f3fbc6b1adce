/**
 * Ways in which pages of frameworks hold a player: the framework returns a proxy of it, or the object itself. Runs in
 * the browser.
 */
import { makeAutoObservable, observable } from 'mobx';
import { createApp, reactive, ref } from 'vue';

const component = (held: object): object => {
  const app = createApp({ data: () => ({ held: null as object | null }), render: () => null });
  const instance = app.mount(document.createElement('div')) as unknown as { held: object };
  instance.held = held;
  return instance.held;
};

const store = (held: object): object => {
  class Store {
    held = held;
    constructor() {
      makeAutoObservable(this);
    }
  }
  return new Store().held;
};

export const proxies: Readonly<Record<string, (held: object) => object>> = {
  'ref of Vue 3': (held) => ref(held).value,
  'reactive of Vue 3': (held) => reactive({ held }).held,
  'data of a Vue 3 component': component,
  'observable of MobX': (held) => observable({ held }).held,
  'a store of MobX': store,
  'a Proxy': (held) => new Proxy(held, {}),
};

Object.assign(window, { proxies });
