import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchTo, newestBelow, type TreeMessage } from './chat-tree.ts'

/** Two versions of the first prompt; the second has two answers, of which the first continues. */
const chat = tree({ a: null, b: 'a', c: null, d: 'c', e: 'd', f: 'e', g: 'c' })

describe('the shown branch', () => {
  it('runs from the first message to its leaf', () => {
    expect(idsOf(branchTo(chat, 'f'))).toEqual(['c', 'd', 'e', 'f'])
    expect(idsOf(branchTo(chat, 'b'))).toEqual(['a', 'b'])
  })

  it('has the siblings of each message, oldest first', () => {
    expect(branchTo(chat, 'g')).toEqual([
      { id: 'c', siblings: ['a', 'c'] },
      { id: 'g', siblings: ['d', 'g'] },
    ])
  })

  it('is the newest one if no leaf is chosen, or the chosen one is gone', () => {
    expect(idsOf(branchTo(chat, null))).toEqual(['c', 'g'])
    expect(idsOf(branchTo(chat, 'z'))).toEqual(['c', 'g'])
    expect(branchTo([], null)).toEqual([])
  })

  it('starts at a message whose parent is gone', () => {
    expect(idsOf(branchTo(tree({ b: 'a', c: 'b' }), 'c'))).toEqual(['b', 'c'])
  })

  it('throws for messages that are their own ancestors', () => {
    expect(() => branchTo(tree({ a: 'b', b: 'a' }), 'a')).toThrow('their own parents')
  })

  it('ends in its leaf, each message below the one before, for any tree', () => {
    fc.assert(
      fc.property(trees(), ({ messages, chosen }) => {
        const ids = idsOf(branchTo(messages, chosen))
        expect(ids.at(-1)).toBe(chosen)
        ids.forEach((id, at) => {
          expect(messages.find((one) => one.id === id)?.parentId).toBe(ids[at - 1] ?? null)
        })
      }),
    )
  })
})

describe('the target of a switch to another branch', () => {
  it('is the newest message below it, following the newest each time', () => {
    expect(newestBelow(chat, 'a')).toBe('b')
    expect(newestBelow(chat, 'c')).toBe('g')
    expect(newestBelow(chat, 'd')).toBe('f')
  })

  it('is the message itself if nothing follows', () => {
    expect(newestBelow(chat, 'f')).toBe('f')
  })

  it('throws for messages that are their own ancestors', () => {
    expect(() => newestBelow(tree({ a: 'b', b: 'a' }), 'a')).toThrow('their own parents')
  })

  it('is a leaf whose branch contains the chosen message, for any tree', () => {
    fc.assert(
      fc.property(trees(), ({ messages, chosen }) => {
        const leaf = newestBelow(messages, chosen)
        expect(idsOf(branchTo(messages, leaf))).toContain(chosen)
        expect(messages.some(({ parentId }) => parentId === leaf)).toBe(false)
      }),
    )
  })
})

function tree(parents: Record<string, string | null>): TreeMessage<string>[] {
  return Object.entries(parents).map(([id, parentId]) => ({ id, parentId }))
}

function idsOf<Id>(branch: readonly { id: Id }[]): Id[] {
  return branch.map(({ id }) => id)
}

/** A tree in the order in which it was written, and one of its messages. */
function trees(): fc.Arbitrary<{ messages: TreeMessage<number>[]; chosen: number }> {
  const places = fc.array(fc.nat(), { minLength: 1, maxLength: 40 })
  return fc.tuple(places, fc.nat()).map(([seeds, pick]) => {
    const messages = seeds.map((seed, id) => {
      const place = seed % (id + 1)
      return { id, parentId: place === id ? null : place }
    })
    return { messages, chosen: pick % messages.length }
  })
}
