import { describe, expect, it } from 'vitest'
import { recentReads } from './recent-reads.ts'

describe('recentReads', () => {
  it('reads once within the lifetime of an entry, and again after it', async () => {
    const { reads, read, turn } = setup()
    expect([await reads.get('a', read), await reads.get('a', read)]).toEqual([1, 1])
    turn(1_000)
    expect(await reads.get('a', read)).toBe(2)
  })

  it('forgets the entries of one owner alone', async () => {
    const { reads, read, readFor } = setup()
    await reads.get('a', readFor('ada'))
    await reads.get('b', readFor('bob'))
    reads.forget('ada')
    expect(await reads.get('a', read)).toBe(3)
    expect(await reads.get('b', read)).toBe(2)
  })

  it('never caches an entry without an owner', async () => {
    const { reads, readFor } = setup()
    await reads.get('a', readFor(null))
    expect(await reads.get('a', readFor(null))).toBe(2)
    expect(reads.size()).toBe(0)
  })

  it('shares one read among concurrent callers', async () => {
    const { reads, held } = setup()
    const [one, other] = [reads.get('a', held.read), reads.get('a', held.read)]
    held.answer('whole')
    expect(await Promise.all([one, other])).toEqual(['whole', 'whole'])
    expect(held.asked()).toBe(1)
  })

  it('neither caches nor shares a read that was in flight during a change', async () => {
    const { reads, read, held } = setup()
    const before = reads.get('a', held.read)
    reads.forget('somebody')
    expect(await reads.get('a', read)).toBe(1)
    held.answer('old')
    expect(await before).toBe('old')
    expect(await reads.get('a', read)).toBe(1)
  })

  it('reads everything uncached while not listening to changes, and starts empty after that', async () => {
    const { reads, read, listen } = setup()
    await reads.get('a', read)
    listen('nothing')
    expect([await reads.get('a', read), await reads.get('a', read)]).toEqual([2, 3])
    listen('changes')
    expect(await reads.get('a', read)).toBe(4)
  })

  it('stores at most the maximum number of entries, and evicts the oldest', async () => {
    const { reads, read } = setup({ entriesMax: 2 })
    for (const key of ['a', 'b', 'c']) await reads.get(key, read)
    expect(reads.size()).toBe(2)
    expect([await reads.get('c', read), await reads.get('a', read)]).toEqual([3, 4])
  })

  it('evicts expired entries when a new one is stored', async () => {
    const { reads, read, turn } = setup()
    for (const key of ['a', 'b', 'c']) await reads.get(key, read)
    turn(1_000)
    await reads.get('d', read)
    expect(reads.size()).toBe(1)
  })

  it('caches nothing of a read that failed', async () => {
    const { reads, read } = setup()
    const failing = reads.get('a', async () => {
      throw new Error('no database')
    })
    await expect(failing).rejects.toThrow('no database')
    expect(await reads.get('a', read)).toBe(1)
  })
})

function setup({ entriesMax = 10 }: { entriesMax?: number } = {}) {
  let [nowMs, count, isListening] = [0, 0, true]
  const reads = recentReads<number | string>({
    entriesMax,
    lifeMs: 1_000,
    nowMs: () => nowMs,
    isListening: () => isListening,
  })
  const readFor = (owner: string | null) => async () => {
    count += 1
    return { value: count, owner }
  }
  return {
    reads,
    readFor,
    /** Returns how often it was called. */
    read: readFor('somebody'),
    held: heldRead(),
    turn: (ms: number) => {
      nowMs += ms
    },
    listen: (what: 'changes' | 'nothing') => {
      isListening = what === 'changes'
    },
  }
}

/** A read that resolves when the test does. */
function heldRead() {
  const { promise, resolve } = Promise.withResolvers<{ value: string; owner: string }>()
  let asked = 0
  return {
    read: () => {
      asked += 1
      return promise
    },
    answer: (value: string) => resolve({ value, owner: 'somebody' }),
    asked: () => asked,
  }
}
