const cells = 24

/** A progress bar in one line: `[████████░░░░] 33 %`. */
export function barText(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, Math.max(0, done / total))
  const full = Math.floor(share * cells)
  return `[${'█'.repeat(full)}${'░'.repeat(cells - full)}] ${Math.floor(share * 100)} %`
}
