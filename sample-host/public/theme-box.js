/** The text of a theme: shown when the player's changes, read when the visitor wants the player to have it. */
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
    /** Leaves alone what the visitor is writing, unless it is asked for. */
    show(theme, isWanted = false) {
      if (isEdited && !isWanted) return;
      box.value = JSON.stringify(theme, null, 2);
      isEdited = false;
    },
    /** A theme, or the 32 characters of a stored one. Throws with line and column where it is no JSON. */
    read() {
      const text = box.value.trim();
      return /^[A-Za-z0-9]{32}$/.test(text) ? text : JSON.parse(text);
    },
    /** Says what the player did not take as it was given: it leaves out what no theme may have. */
    compare(given, taken) {
      isEdited = false;
      report(
        typeof given === 'string' ? [] : differences(given, taken).map((path) => texts().notTaken + path),
      );
    },
  };
}

/** Paths of `given` that are missing in `taken` or have another value there. Buttons are known by their iconId. */
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
