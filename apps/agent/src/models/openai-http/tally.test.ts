import { describe, expect, it } from 'vitest'
import type { ChunkContent } from './chunks.ts'
import { createTally } from './tally.ts'

const counts = { input_tokens: 20, cached_tokens: 16, output_tokens: 3 }

describe('the counts of an answer', () => {
  it('are one token per delta while the engine reports none', () => {
    const tally = createTally()
    for (const text of ['a', '', 'b']) tally.add(aChunkPart({ text }))
    tally.add(aChunkPart({ toolCalls: [{ index: 0 }] }))
    expect(tally.counts()).toEqual({ input_tokens: 0, cached_tokens: 0, output_tokens: 3 })
    expect(tally.isCounted()).toBe(false)
  })

  it('are those of the engine as soon as it reports them', () => {
    const tally = createTally()
    tally.add(aChunkPart({ text: 'a' }))
    tally.add(aChunkPart({ counts }))
    expect(tally.counts()).toEqual(counts)
    expect(tally.isCounted()).toBe(true)
  })

  it('contain the prompt counts that were reported before', () => {
    const tally = createTally()
    tally.add(aChunkPart({ read: { input_tokens: 9, cached_tokens: 4 } }))
    tally.add(aChunkPart({ text: 'a' }))
    expect(tally.counts()).toEqual({ input_tokens: 9, cached_tokens: 4, output_tokens: 1 })
  })

  it('begin with the first delta that has content', () => {
    const tally = createTally()
    tally.add(aChunkPart({ read: { input_tokens: 9, cached_tokens: 4 } }))
    expect(tally.hasBegun()).toBe(false)
    tally.add(aChunkPart({ text: 'a' }))
    expect(tally.hasBegun()).toBe(true)
  })
})

describe('the prompt counts', () => {
  it.each<[string, Partial<ChunkContent>]>([
    ['by itself', { read: { input_tokens: 20, cached_tokens: 16 } }],
    ['with all counts', { counts }],
  ])('are returned once, reported %s', (_, change) => {
    const tally = createTally()
    tally.add(aChunkPart(change))
    expect(tally.takeRead()).toEqual({ input_tokens: 20, cached_tokens: 16 })
    expect(tally.takeRead()).toBeUndefined()
  })

  it('are returned for the first part or not at all', () => {
    const tally = createTally()
    expect(tally.takeRead()).toBeUndefined()
    tally.add(aChunkPart({ counts }))
    expect(tally.takeRead()).toBeUndefined()
  })
})

describe('the end of an answer', () => {
  it('has its reason, its counts and the generation time', () => {
    const tally = createTally()
    tally.add(aChunkPart({ text: 'a', finish: 'length' }))
    tally.add(aChunkPart({ counts, madeMs: 42 }))
    expect(tally.hasFinished()).toBe(true)
    expect(tally.end()).toEqual({
      ...{ kind: 'end', reason: 'length', problem: null, counts, made_ms: 42 },
    })
  })

  it('has the reason stop if the engine reports none', () => {
    const tally = createTally()
    expect(tally.hasFinished()).toBe(false)
    expect(tally.end()).toMatchObject({ reason: 'stop' })
    expect(tally.end()).not.toHaveProperty('made_ms')
  })
})

function aChunkPart(changes: Partial<ChunkContent>): ChunkContent {
  return {
    ...{ text: '', reasoning: '', toolCalls: [], finish: undefined },
    ...{ counts: undefined, read: undefined, madeMs: undefined },
    ...changes,
  }
}
