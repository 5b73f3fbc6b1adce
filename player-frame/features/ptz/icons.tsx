/** Points up; rotated for the other directions. */
export const ArrowIcon = () => (
  <svg className="oriel-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path className="oriel-icon-solid" d="M12 8.5 17 15H7l5-6.500Z" />
  </svg>
);
