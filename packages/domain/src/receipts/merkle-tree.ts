import { type HashText, hashText } from './receipt-hashes.ts'

/** A leaf: the last record of an instance on a day, or the day of an account's statement. */
export interface ReceiptLeaf {
  /** The instance or the account. */
  readonly subject_id: string
  readonly number: number
  readonly hash: string
}

/** The root of a tree, and for each leaf the hashes beside its way to the root. */
export interface MerkleTree {
  readonly root: string
  readonly paths: readonly (readonly string[])[]
}

/**
 * Builds the Merkle tree over leaves. Leaves and inner nodes are hashed apart, so that no node can be shown as a leaf; a
 * node without a neighbour moves up as it is. Throws RangeError without a leaf.
 */
export function merkleTree(leaves: readonly ReceiptLeaf[], hash: HashText = hashText): MerkleTree {
  if (leaves.length === 0) throw new RangeError('a tree has at least one leaf')
  const paths: string[][] = leaves.map(() => [])
  let level = leaves.map((leaf) => hashLeaf(leaf, hash))
  for (let height = 0; level.length > 1; height += 1) {
    for (const [index, path] of paths.entries()) {
      const neighbour = level[(index >> height) ^ 1]
      if (neighbour !== undefined) path.push(neighbour)
    }
    level = level.flatMap((left, at) => {
      const right = level[at + 1]
      if (at % 2 === 1) return []
      return right === undefined ? [left] : [hashNode(left, right, hash)]
    })
  }
  return { root: level[0] ?? '', paths }
}

/** The root that a leaf at a place leads to over the hashes beside its way; `undefined`: the path has a wrong length. */
export function rootOfPath(
  leaf: ReceiptLeaf,
  { index, leaves, path }: { index: number; leaves: number; path: readonly string[] },
  hash: HashText = hashText,
): string | undefined {
  if (index >= leaves) return undefined
  let node = hashLeaf(leaf, hash)
  let used = 0
  for (let place = index, width = leaves; width > 1; place >>= 1, width = (width + 1) >> 1) {
    if ((place ^ 1) >= width) continue
    const neighbour = path[used]
    if (neighbour === undefined) return undefined
    used += 1
    node = place % 2 === 0 ? hashNode(node, neighbour, hash) : hashNode(neighbour, node, hash)
  }
  return used === path.length ? node : undefined
}

function hashLeaf({ subject_id, number, hash: record }: ReceiptLeaf, hash: HashText): string {
  return hash(`gridloom-receipt-leaf-1 ${subject_id} ${number} ${record}`)
}

function hashNode(left: string, right: string, hash: HashText): string {
  return hash(`gridloom-receipt-node-1 ${left} ${right}`)
}
