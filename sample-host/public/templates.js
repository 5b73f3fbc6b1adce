/** Templates by name; descriptions are in texts.js. */
export const templates = [
  'standard',
  'pcLive',
  'security',
  'voice',
  'mobileLive',
  'pcRec',
  'mobileRec',
  'theme',
  'simple',
  'default',
  'noData',
];

/** One button per template; `onChoose` receives the name. */
export function createTemplatePicker(group, note, texts, onChoose) {
  const buttons = templates.map((name) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.template = name;
    button.textContent = name;
    button.addEventListener('click', () => onChoose(name));
    return button;
  });
  group.append(...buttons);
  return {
    show(name) {
      for (const button of buttons)
        button.setAttribute('aria-pressed', String(button.dataset.template === name));
      note.textContent = texts().templates[name] ?? name;
    },
  };
}
