import { describe, expect, it } from 'vitest'
import { merkleTree, rootOfPath } from './merkle-tree.ts'

describe('the tree of a day', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 9, 33])(
    'has a path from each of %i leaves to its root',
    (leaves) => {
      const all = Array.from({ length: leaves }, (_, n) => aLeaf(n))
      const { root, paths } = merkleTree(all)
      for (const [index, leaf] of all.entries()) {
        const path = paths[index] ?? []
        expect(rootOfPath(leaf, { index, leaves, path })).toBe(root)
        expect(rootOfPath(aLeaf(leaves), { index, leaves, path })).not.toBe(root)
        expect(rootOfPath(leaf, { index: leaves, leaves, path })).toBeUndefined()
        expect(rootOfPath(leaf, { index, leaves, path: [...path, root] })).toBeUndefined()
        if (path.length > 0)
          expect(rootOfPath(leaf, { index, leaves, path: path.slice(1) })).toBeUndefined()
      }
    },
  )

  it('has another root for other leaves, and none without any', () => {
    expect(merkleTree([aLeaf(0), aLeaf(1)]).root).not.toBe(merkleTree([aLeaf(1), aLeaf(0)]).root)
    expect(() => merkleTree([])).toThrow(RangeError)
  })
})

function aLeaf(n: number) {
  return { subject_id: `ins_${n}`, number: n + 1, hash: n.toString(16).padStart(64, '0') }
}
