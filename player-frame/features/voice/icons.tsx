/** To the camera. */
export const SendIcon = () => (
  <svg className="oriel-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M4.500 11.800 19.500 5l-4.700 14.500-3.600-6-6.700-1.700Zm6.700 1.700L19.500 5" />
  </svg>
);
