/** The order among the buttons of a section, from the fourth dash-separated segment of `btnKey`. */
function orderOf(btnKey: string | undefined): number | null {
  const segment = btnKey?.split('-')[3];
  return segment !== undefined && /^\d{1,9}$/.test(segment) ? Number(segment) : null;
}

/**
 * The buttons in their order: by key, and as listed where keys are equal. A button without an order stays
 * behind the one it is listed behind.
 */
export function orderButtons<Button extends { readonly btnKey?: string }>(
  buttons: readonly Button[],
): readonly Button[] {
  let order = -1;
  const placed = buttons.map((button) => {
    order = orderOf(button.btnKey) ?? order;
    return { button, order };
  });
  return placed.sort((a, b) => a.order - b.order).map(({ button }) => button);
}

/** The same list with its orders written anew, after buttons were moved: reading it again changes nothing. */
export function renumberButtons<Button extends { readonly btnKey?: string }>(
  buttons: readonly Button[],
): readonly Button[] {
  return buttons.map((button, index) => {
    if (orderOf(button.btnKey) === null) return button;
    const segments = button.btnKey!.split('-'); // it has an order
    segments[3] = String(index);
    return { ...button, btnKey: segments.join('-') };
  });
}
