import { shortText } from './format.js';

const maxEntries = 200;

/** A list of events, newest first. Values are set as text, never as markup. */
export function createEventLog(list) {
  // Scrollable, also by keyboard.
  list.tabIndex = 0;
  return {
    add(camera, name, data, kind = 'event') {
      const item = document.createElement('li');
      item.className = kind;
      const time = document.createElement('time');
      time.textContent = new Date().toTimeString().slice(0, 8);
      const who = document.createElement('b');
      who.textContent = `${camera} ${name}`;
      const what = document.createElement('span');
      what.textContent = shortText(data);
      item.append(time, who, what);
      list.prepend(item);
      while (list.children.length > maxEntries) list.lastChild.remove();
    },
    clear() {
      list.replaceChildren();
    },
  };
}
