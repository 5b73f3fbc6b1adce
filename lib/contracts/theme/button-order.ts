/** The order of a button within its section, from the fourth dash-separated segment of `btnKey`. */
function orderOf(btnKey: string | undefined): number | null {
  const segment = btnKey?.split('-')[3];
  return segment !== undefined && /^\d{1,9}$/.test(segment) ? Number(segment) : null;
}

/**
 * Sorts the buttons by their keys, keeping the listed order for equal keys. A button without an order stays after its
 * predecessor.
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

/** The same list with new order numbers, after buttons were moved; sorting it again changes nothing. */
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
