/**
 * Tabs according to the ARIA pattern: one tab stop, arrow keys wrap around. `onShow` receives the panel's id.
 */
export function createTabs(list, onShow = () => {}) {
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const panelOf = (tab) => document.getElementById(tab.getAttribute('aria-controls'));

  function show(tab) {
    for (const each of tabs) {
      const isShown = each === tab;
      each.setAttribute('aria-selected', String(isShown));
      each.tabIndex = isShown ? 0 : -1;
      panelOf(each).hidden = !isShown;
    }
    onShow(panelOf(tab).id);
  }

  list.addEventListener('click', ({ target }) => {
    const tab = target.closest('[role="tab"]');
    if (tab) show(tab);
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = tabs[next % tabs.length];
    tab.focus();
    show(tab);
  });
  show(tabs[0]);
}
