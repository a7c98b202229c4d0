import { describe, expect, it } from 'vitest'
import { contextSizeFor } from './context-size.ts'

const mib = 1024 * 1024

describe('the context size', () => {
  it('is the one that the model was trained with if memory suffices', async () => {
    expect(await sizeFor({ memoryBytes: 10_000 * mib })).toBe(8_192)
  })

  it('is at most the one that was ordered', async () => {
    expect(await sizeFor({ memoryBytes: 10_000 * mib, contextTokensMax: 1_000 })).toBe(1_000)
    expect(await sizeFor({ memoryBytes: 10_000 * mib, contextTokensMax: 90_000 })).toBe(8_192)
  })

  it('is halved until all slots fit into a share of the free memory', async () => {
    expect(await sizeFor({ memoryBytes: 100 * mib })).toBe(2_048)
    expect(await sizeFor({ memoryBytes: 100 * mib, slots: 8 })).toBe(512)
  })

  it('is rejected with the numbers if no useful size fits', async () => {
    await expect(sizeFor({ memoryBytes: 3 * mib })).rejects.toThrow(
      '3 MiB of free memory is not enough for 2 answers at once.',
    )
  })
})

/** Sizes a model that needs 1 MiB for 64 tokens of each slot. */
function sizeFor(asked: { memoryBytes: number; slots?: number; contextTokensMax?: number }) {
  const model = {
    trainContextSize: 8_192,
    fileInsights: {
      estimateContextResourceRequirementsV2: async (needs: {
        contextSize: number
        sequences: number
      }) => ({ cpuRam: (needs.contextSize * needs.sequences * mib) / 64 }),
    },
  }
  return contextSizeFor(model, { slots: 2, contextTokensMax: null, ...asked })
}
