/** A text that grows at its end while readers read it from their own offsets. */
export interface GrowingText {
  append(more: string): void
  /** In UTF-16 units, as `String.length`. */
  readonly length: number
  /** Returns the text after the first `offset` units. */
  behind(offset: number): string
  whole(): string
}

const blockUnits = 4_096

/**
 * Creates an empty text. It is stored in blocks, so that a read near the end copies one block: with a single string,
 * each of many small deltas would copy the whole text for each reader.
 */
export function growingText(): GrowingText {
  const blocks: string[] = []
  let blocked = 0
  let tail = ''
  return {
    append(more) {
      tail += more
      if (tail.length < blockUnits) return
      blocks.push(tail)
      blocked += tail.length
      tail = ''
    },
    get length() {
      return blocked + tail.length
    },
    behind(offset) {
      if (offset >= blocked) return tail.slice(offset - blocked)
      let at = blocks.length
      let start = blocked
      while (at > 0 && start > offset) {
        at -= 1
        start -= blocks[at]?.length ?? 0
      }
      return (blocks.slice(at).join('') + tail).slice(offset - start)
    },
    whole: () => blocks.join('') + tail,
  }
}
