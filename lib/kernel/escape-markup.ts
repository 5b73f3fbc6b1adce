const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for elements and attributes of HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => entities[character] ?? character);
