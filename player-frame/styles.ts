/** Adds the style sheet. Resolves when it is applied; rejects if it cannot be loaded. */
export function addStyles(page: Document, path: string | undefined): Promise<void> {
  if (path === undefined) return Promise.resolve();
  const link = page.createElement('link');
  return new Promise((resolve, reject) => {
    link.rel = 'stylesheet';
    link.href = path;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error('the style sheet of the controls cannot be fetched'));
    };
    page.head.append(link);
  });
}
