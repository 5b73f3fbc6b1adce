/** An eye, open while the code is visible. */
export const EyeIcon = ({ isOpen }: { readonly isOpen: boolean }) => (
  <svg className="oriel-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M3 12c2.200-3.900 5.200-5.800 9-5.800s6.800 1.900 9 5.800c-2.200 3.900-5.200 5.800-9 5.800S5.200 15.900 3 12Z" />
    <circle cx="12" cy="12" r="2.6" />
    {!isOpen && <path d="M5 19 19 5" />}
  </svg>
);
