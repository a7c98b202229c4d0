import type { Sequence, Token } from './binding.ts'

/** The sequences of a context: each generates one answer at a time, and keeps what it has read for the next. */
export interface Sequences {
  /** Returns the free sequence that has most of the prompt already; among equals the least recently used. */
  take(prompt: readonly Token[]): { sequence: Sequence; common: number }
  release(sequence: Sequence): void
}

export function createSequences(all: readonly Sequence[]): Sequences {
  const free = [...all]
  return {
    take: (prompt) => {
      const compared = free.map((sequence) => ({ sequence, common: commonWith(sequence, prompt) }))
      const most = Math.max(...compared.map(({ common }) => common))
      const best = compared.find(({ common }) => common === most)
      if (best === undefined)
        throw new RangeError('more answers were asked for than there are slots')
      free.splice(free.indexOf(best.sequence), 1)
      return best
    },
    release: (sequence) => void free.push(sequence),
  }
}

/** Returns how many tokens need no reading; the last one always does, since the answer follows from it. */
function commonWith(sequence: Sequence, prompt: readonly Token[]): number {
  if (sequence.nextTokenIndex === 0) return 0
  const { firstDifferentIndex } = sequence.compareContextTokens(prompt)
  return Math.min(firstDifferentIndex, prompt.length - 1)
}
