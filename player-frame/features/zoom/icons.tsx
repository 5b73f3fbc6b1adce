/** Plus and minus on a grid of 24, in the colour of the words around them. */
export const PlusIcon = () => <Strokes d="M12 6v12M6 12h12" />;
export const MinusIcon = () => <Strokes d="M6 12h12" />;

function Strokes({ d }: { readonly d: string }) {
  return (
    <svg className="oriel-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}
