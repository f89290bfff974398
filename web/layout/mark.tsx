/** The mark: a caption of two strokes, the lower one shorter, in caption yellow on ink. Same drawing as `public/favicon.svg`. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#17191C" />
      <path d="M16 30h32M22 43h20" stroke="#FFD84D" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}
