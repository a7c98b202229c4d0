import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { Tone } from '../../../../ui/components/status-badge.tsx'
import { frameRuns } from '../../parts/frame-words.ts'

const looks = {
  leased: { tone: 'busy', word: 'Rendering' },
  done: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
  lost: { tone: 'warn', word: 'Lost' },
  stopped: { tone: 'idle', word: 'Stopped' },
} as const satisfies Record<RenderChunk['state'], { tone: Tone; word: string }>

export function chunkStatus(state: RenderChunk['state']): { tone: Tone; word: string } {
  return looks[state]
}

/** Returns the name of a chunk: `Frames 12–15`, `Check of frame 12`. */
export function chunkName({ kind, frames }: Pick<RenderChunk, 'kind' | 'frames'>): string {
  const which = `${frames.length === 1 ? 'frame' : 'frames'} ${frameRuns(frames)}`
  switch (kind) {
    case 'frames':
      return which.replace(/^f/, 'F')
    case 'check':
      return `Check of ${which}`
    case 'merge':
      return `Merging ${which}`
  }
}
