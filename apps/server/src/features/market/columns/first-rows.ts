/** Whether one row comes before another; no two rows are equal. */
export type IsBefore = (one: number, other: number) => boolean

/** Above it, sorting all rows is faster than a heap. */
const heapMax = 2_000

/**
 * Returns the first rows in order. A heap of the best ones so far has the last of them on top: most rows are not before
 * it, and are compared once.
 */
export function firstRows(rows: Int32Array, count: number, isBefore: IsBefore): Int32Array {
  if (count > heapMax) return sorted(rows.slice(), isBefore).subarray(0, count)
  const heap = rows.slice(0, count)
  for (let at = (count >> 1) - 1; at >= 0; at -= 1) sift(heap, at, isBefore)
  for (let at = count; at < rows.length; at += 1) {
    const row = rows[at] ?? 0
    if (!isBefore(row, heap[0] ?? 0)) continue
    heap[0] = row
    sift(heap, 0, isBefore)
  }
  return sorted(heap, isBefore)
}

function sorted(rows: Int32Array, isBefore: IsBefore): Int32Array {
  return rows.sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

/** Moves a row down until none below it comes after it. */
function sift(heap: Int32Array, from: number, isBefore: IsBefore): void {
  const row = heap[from] ?? 0
  let at = from
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    const [left, right] = [heap[below] ?? 0, heap[below + 1]]
    if (right !== undefined && isBefore(left, right)) below += 1
    const next = heap[below] ?? 0
    if (!isBefore(row, next)) break
    heap[at] = next
    at = below
  }
  heap[at] = row
}
