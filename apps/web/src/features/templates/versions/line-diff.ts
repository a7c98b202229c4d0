/** One line of a comparison: in both texts, only in the earlier, or only in the later one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Larger comparisons would take noticeable time: what differs is shown as replaced then. */
const comparedMax = 4_000_000

/**
 * Compares texts line by line with a longest common subsequence, so that as few lines as possible are removed and
 * added.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const one = linesOf(before)
  const two = linesOf(after)
  const start = commonStart(one, two)
  const end = commonEnd(one.slice(start), two.slice(start))
  const middle = diffMiddle(one.slice(start, one.length - end), two.slice(start, two.length - end))
  return [...one.slice(0, start).map(same), ...middle, ...one.slice(one.length - end).map(same)]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function commonStart(one: readonly string[], two: readonly string[]): number {
  const differs = one.findIndex((line, at) => line !== two[at])
  return differs === -1 ? one.length : differs
}

function commonEnd(one: readonly string[], two: readonly string[]): number {
  return commonStart(one.toReversed(), two.toReversed())
}

function diffMiddle(one: readonly string[], two: readonly string[]): DiffLine[] {
  if (one.length * two.length > comparedMax) return [...one.map(removed), ...two.map(added)]
  const lengths = commonLengths(one, two)
  const lines: DiffLine[] = []
  let left = 0
  let right = 0
  while (left < one.length && right < two.length) {
    if (one[left] === two[right]) {
      lines.push(same(one[left] ?? ''))
      left += 1
      right += 1
    } else if (lengthAt(lengths, left + 1, right) >= lengthAt(lengths, left, right + 1)) {
      lines.push(removed(one[left] ?? ''))
      left += 1
    } else {
      lines.push(added(two[right] ?? ''))
      right += 1
    }
  }
  return [...lines, ...one.slice(left).map(removed), ...two.slice(right).map(added)]
}

/** The length of the longest common subsequence of what follows each pair of positions. */
function commonLengths(one: readonly string[], two: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint32Array(two.length + 1))
  for (let left = one.length - 1; left >= 0; left -= 1) {
    const row = rows[left]
    if (row === undefined) continue
    for (let right = two.length - 1; right >= 0; right -= 1) {
      row[right] =
        one[left] === two[right]
          ? lengthAt(rows, left + 1, right + 1) + 1
          : Math.max(lengthAt(rows, left + 1, right), lengthAt(rows, left, right + 1))
    }
  }
  return rows
}

function lengthAt(rows: readonly Uint32Array[], left: number, right: number): number {
  return rows[left]?.[right] ?? 0
}

function same(text: string): DiffLine {
  return { kind: 'same', text }
}

function removed(text: string): DiffLine {
  return { kind: 'removed', text }
}

function added(text: string): DiffLine {
  return { kind: 'added', text }
}
