/** Characters of a name in the list (specification, document 1, section 5). */
const nameLength = 10;

/** Longer names end with an ellipsis. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > nameLength ? `${characters.slice(0, nameLength).join('')}…` : name;
}
