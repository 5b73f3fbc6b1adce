const mostEntries = 200;

/** A list of what happened, newest first. Values are set as text, never as markup. */
export function createEventLog(list) {
  return {
    add(camera, name, data, kind = 'event') {
      const item = document.createElement('li');
      item.className = kind;
      const time = document.createElement('time');
      time.textContent = new Date().toTimeString().slice(0, 8);
      const who = document.createElement('b');
      who.textContent = `${camera} ${name}`;
      const what = document.createElement('span');
      what.textContent = describe(data);
      item.append(time, who, what);
      list.prepend(item);
      while (list.children.length > mostEntries) list.lastChild.remove();
    },
    clear() {
      list.replaceChildren();
    },
  };
}

function describe(data) {
  if (data === undefined) return '';
  if (data instanceof Error) return `${data.code ?? data.name}: ${data.message}`;
  return typeof data === 'object' ? JSON.stringify(data) : String(data);
}
