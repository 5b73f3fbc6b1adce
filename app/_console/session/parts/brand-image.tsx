import styles from './sign-in.module.css';

/** Decorative image: a bay window (an oriel) whose panes are camera views. */
export function BrandImage() {
  return (
    <svg viewBox="0 0 480 400" className={styles.image} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="oriel-pane" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.34" />
          <stop offset="1" stopColor="#fff" stopOpacity="0.08" />
        </linearGradient>
      </defs>
      <g fill="url(#oriel-pane)" stroke="#fff" strokeOpacity="0.55" strokeWidth="2" strokeLinejoin="round">
        <path d="M60 120 150 84v232l-90-28z" />
        <path d="M150 84h180v232H150z" />
        <path d="M330 84l90 36v168l-90 28z" />
        <path d="M150 200h180M240 84v232M60 204l90-4M420 204l-90-4" fill="none" />
        <path d="M46 112 240 40l194 72" fill="none" strokeWidth="3" />
        <path d="M60 288l90 28h180l90-28-36 44H96z" />
      </g>
      <g fill="none" stroke="#fff" strokeOpacity="0.8" strokeWidth="2" strokeLinecap="round">
        <path d="M164 176c18-26 30-26 44-10 8 8 14 8 18 2" />
        <path d="M254 178l22-34 18 22 12-14 14 26" />
        <path d="M168 292h54M168 280h34M168 268h44" />
        <path d="M80 184l22-28 18 12 20-34" />
        <path d="M346 150c20 4 36 12 58 20M346 168c22 4 38 10 58 14" />
      </g>
      <g>
        <circle cx="285" cy="258" r="26" fill="#fff" fillOpacity="0.18" />
        <circle cx="285" cy="258" r="26" fill="none" stroke="#fff" strokeOpacity="0.9" strokeWidth="2" />
        <path d="M278 246v24l20-12z" fill="#fff" />
        <circle cx="316" cy="98" r="5" fill="#ff6b6b" />
      </g>
    </svg>
  );
}
