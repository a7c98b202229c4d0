import { describe, expect, it } from 'vitest'
import type { Sequence, Token } from './binding.ts'
import { createSequences } from './sequences.ts'

describe('the sequence for a prompt', () => {
  it('is the one that has most of it already', () => {
    const test = setup([[1, 2], [1, 2, 3, 4], [9]])
    expect(test.take([1, 2, 3, 5])).toEqual({ place: 1, common: 3 })
  })

  it('is the least recently used if none has any of it', () => {
    const test = setup([[], [], []])
    expect(test.take([1])).toEqual({ place: 0, common: 0 })
    test.release(0)
    expect(test.take([1])).toEqual({ place: 1, common: 0 })
  })

  it('reads at least the last token again, since the answer follows from it', () => {
    expect(setup([[1, 2, 3, 4, 5]]).take([1, 2, 3])).toEqual({ place: 0, common: 2 })
  })

  it('is never one that is in use', () => {
    const test = setup([[1, 2, 3], []])
    test.take([1, 2, 3])
    expect(test.take([1, 2, 3])).toEqual({ place: 1, common: 0 })
    expect(() => test.take([1])).toThrow('more answers')
  })
})

function setup(histories: Token[][]) {
  const all = histories.map(aSequence)
  const sequences = createSequences(all)
  return {
    take: (prompt: Token[]) => {
      const { sequence, common } = sequences.take(prompt)
      return { place: all.indexOf(sequence), common }
    },
    release: (place: number) => {
      const sequence = all[place]
      if (sequence !== undefined) sequences.release(sequence)
    },
  }
}

/** A sequence that has read these tokens. */
function aSequence(history: Token[]): Sequence {
  return {
    contextSize: 100,
    nextTokenIndex: history.length,
    compareContextTokens: (tokens) => {
      const different = tokens.findIndex((token, at) => history[at] !== token)
      return { firstDifferentIndex: different === -1 ? tokens.length : different }
    },
    adaptStateToTokens: async () => undefined,
    evaluateWithoutGeneratingNewTokens: async () => undefined,
    evaluate: async function* () {},
  }
}
