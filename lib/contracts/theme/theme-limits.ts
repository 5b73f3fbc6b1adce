/** Size limits of a theme, checked before anything else. */
export const themeLimits = {
  /** UTF-8 bytes of all keys and texts, plus one per other value; then of the theme as JSON. */
  maxBytes: 65_536,
  maxDepth: 8,
  /** Header and footer together. */
  maxButtons: 64,
  maxAutoFocusSeconds: 3_600,
  maxIdChars: 64,
  maxNameChars: 64,
  maxIntroChars: 500,
  maxMemoChars: 200,
  /** A `data:` image including its base64 encoding. */
  maxImageChars: 49_152,
  maxImageUrlChars: 2_048,
} as const;
