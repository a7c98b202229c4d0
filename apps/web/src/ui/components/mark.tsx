/** The product's mark: threads of a loom in a square. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--gl-accent)" />
      <g stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
        <path d="M12 7v18M20 7v7M20 20v5" />
        <path d="M7 12h2M15 12h10M7 20h18" />
      </g>
    </svg>
  )
}
