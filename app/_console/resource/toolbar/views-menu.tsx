export function ViewsMenu() {
  return null;
}
