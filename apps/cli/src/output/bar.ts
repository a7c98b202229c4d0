const cells = 24

/** How much of something is done, as a bar of one line: `[████████░░░░] 33 %`. */
export function barText(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, Math.max(0, done / total))
  const full = Math.floor(share * cells)
  return `[${'█'.repeat(full)}${'░'.repeat(cells - full)}] ${Math.floor(share * 100)} %`
}
