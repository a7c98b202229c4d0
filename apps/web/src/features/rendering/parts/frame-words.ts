import type { FrameState, RenderFrame } from '@gridloom/contract/rendering/frame'
import { formatDuration } from '@gridloom/domain/format-duration'
import type { Tone } from '../../../ui/components/status-badge.tsx'
import { formatMoney } from '../../../ui/format/money.ts'

/** All states of a frame, by how often users look for them. */
export const frameStates = [
  'done',
  'held',
  'rendering',
  'checking',
  'assembling',
  'pending',
  'failed',
  'cancelled',
] as const satisfies readonly FrameState[]

const looks = {
  pending: { tone: 'idle', word: 'Waiting' },
  rendering: { tone: 'busy', word: 'Rendering' },
  assembling: { tone: 'busy', word: 'Merging' },
  checking: { tone: 'busy', word: 'Checking' },
  held: { tone: 'warn', word: 'Needs approval' },
  done: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'idle', word: 'Cancelled' },
} as const satisfies Record<FrameState, { tone: Tone; word: string }>

/** Returns a frame's state as a word with its tone. */
export function frameStatus(state: FrameState): { tone: Tone; word: string } {
  return looks[state]
}

const checkedWords = {
  not_yet: 'not yet',
  by_form: 'file check',
  by_machine: 'by another owner’s machine',
  by_owner: 'by you',
} as const satisfies Record<RenderFrame['checked'], string>

/** Returns how a frame was checked, as text. */
export function checkedWord(checked: RenderFrame['checked']): string {
  return checkedWords[checked]
}

const approvalWords = {
  open: 'not yet',
  approved: 'approved',
  rejected: 'rejected',
} as const satisfies Record<RenderFrame['approval'], string>

export function approvalWord(approval: RenderFrame['approval']): string {
  return approvalWords[approval]
}

/** Returns the render time of a frame, here and on a reference machine: `12 s, 9 s on a reference machine`. */
export function frameTime({ render_s: own, reference_s: reference }: FrameTime): string {
  if (own === null) return 'not yet'
  const words = secondsWords(own)
  return reference === null ? words : `${words}, ${secondsWords(reference)} on a reference machine`
}

/** Formats seconds, with a decimal below a minute. */
export function secondsWords(seconds: number): string {
  return seconds < 60 ? `${Math.round(seconds * 10) / 10} s` : formatDuration(seconds)
}

type FrameTime = Pick<RenderFrame, 'render_s' | 'reference_s'>

/** Formats the amount charged for a frame. */
export function frameCost(microUsd: number): string {
  return microUsd === 0 ? 'nothing yet' : formatMoney(microUsd)
}

/** Formats frame numbers: `12`, `12–15`, `12–15 and 20`; long lists are cut: `1, 3, 5 and 97 more`. */
export function frameRuns(numbers: readonly number[]): string {
  const runs: { from: number; to: number }[] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last !== undefined && number <= last.to + 1) last.to = number
    else runs.push({ from: number, to: number })
  }
  const words = runs.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
  if (words.length <= 1) return words.join('')
  if (words.length > 4) return `${words.slice(0, 3).join(', ')} and ${words.length - 3} more`
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
