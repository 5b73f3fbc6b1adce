/** The theme as JSON text: updated when the player's theme changes, and applied to the player on request. */
export function createThemeBox(box, problems, texts) {
  let isEdited = false;
  box.addEventListener('input', () => {
    isEdited = true;
  });

  function report(list) {
    problems.replaceChildren(
      ...list.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
    problems.hidden = list.length === 0;
  }

  return {
    report,
    /** Does not overwrite text being edited, unless requested. */
    show(theme, isWanted = false) {
      if (isEdited && !isWanted) return;
      box.value = JSON.stringify(theme, null, 2);
      isEdited = false;
    },
    /**
     * A theme, or the 32-character ID of a stored one. Throws with line and column if it is not valid JSON.
     */
    read() {
      const text = box.value.trim();
      return /^[A-Za-z0-9]{32}$/.test(text) ? text : JSON.parse(text);
    },
    /** Shows what the player did not apply: it ignores invalid parts of a theme. */
    compare(given, taken) {
      isEdited = false;
      report(
        typeof given === 'string' ? [] : differences(given, taken).map((path) => texts().notTaken + path),
      );
    },
  };
}

/** Paths of `given` that are missing or different in `taken`. Buttons are matched by iconId. */
function differences(given, taken, path = '') {
  if (Array.isArray(given))
    return given.flatMap((button, index) => {
      const name = `${path}[${index}]`;
      const found = Array.isArray(taken) && taken.find(({ iconId }) => iconId === button?.iconId);
      return found ? differences(button, found, `${name} ${button.iconId}`) : [`${name} ${button?.iconId}`];
    });
  if (typeof given !== 'object' || given === null || typeof taken !== 'object' || taken === null)
    return String(given) === String(taken) ? [] : [path];
  return Object.keys(given).flatMap((key) =>
    differences(given[key], taken[key], path ? `${path}.${key}` : key),
  );
}
