import type { ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import type { ChunkActivity } from '../schema.ts'

/** Returns the text of a machine's current activity in a chunk; `null` once the chunk has ended. */
export function activityOf(report: ChunkReport): ChunkActivity | null {
  const at = report.pieces.find(({ state }) => state === 'rendering')
  switch (report.phase) {
    case 'waiting':
      return { text: 'Waiting for the previous chunk', frame: null, percent: null }
    case 'fetching':
      return { text: 'Downloading the scene', frame: null, percent: null }
    case 'loading':
      return { text: 'Opening the scene', frame: null, percent: null }
    case 'rendering':
      return at === undefined ? { text: 'Rendering', frame: null, percent: null } : renderingOf(at)
    case 'ended':
      return null
  }
}

/**
 * Returns a text that changes with every progress of a chunk. While the chunk waits for the one before it or for its
 * scene, whose transfer is watched separately, no progress is expected, and `null` is returned.
 */
export function movementOf(report: ChunkReport): string | null {
  if (report.phase === 'waiting' || report.phase === 'fetching') return null
  const parts = report.pieces.map(({ key, state, sample }) => `${key} ${state} ${sample ?? ''}`)
  return [report.phase, ...parts].join('\n')
}

function renderingOf({ key, sample, samples }: ChunkPartReport): ChunkActivity {
  const [number = '', part] = key.split('.')
  const what = part === undefined ? `Frame ${number}` : `Frame ${number}, part ${part}`
  const frame = Number(number)
  if (sample === null || samples === null || samples <= 0)
    return { text: what, frame, percent: null }
  const percent = Math.max(0, Math.min(100, Math.round((sample / samples) * 1_000) / 10))
  return { text: `${what}, sample ${sample} of ${samples}`, frame, percent }
}
