import { formatDuration } from '@gridloom/domain/format-duration'

/** Returns how long a model thought, such as `Thought for 12 s`. */
export function formatThought(tookMs: number | null): string {
  if (tookMs === null) return 'Thought'
  if (tookMs < 1_000) return 'Thought for less than a second'
  return `Thought for ${formatDuration(Math.round(tookMs / 1_000))}`
}
