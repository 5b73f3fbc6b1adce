/** Plus and minus on a 24 px grid, in the text colour. */
export const PlusIcon = () => <Strokes d="M12 6v12M6 12h12" />;
export const MinusIcon = () => <Strokes d="M6 12h12" />;

function Strokes({ d }: { readonly d: string }) {
  return (
    <svg className="oriel-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}
