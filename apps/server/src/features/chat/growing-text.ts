/** A text that grows at its end while others read it from where they are. */
export interface GrowingText {
  append(more: string): void
  /** In UTF-16 units, as `String.length`. */
  readonly length: number
  /** The text after the first `offset` units. */
  behind(offset: number): string
  whole(): string
}

const blockUnits = 4_096

/**
 * Kept in blocks, so that a reader near the end costs a block and not the whole text: with one string, each of many
 * small pieces would have all of it copied for each reader.
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
