/** Longer lines are cut: nothing that is read is near it, and what a stranger's scene makes Blender say is bounded. */
const lineCharsMax = 16 * 1024

/**
 * Gives each line of a stream of text to `onLine`, without its end. Returns what takes the stream's chunks, and says of
 * each how many lines it ended.
 */
export function splitLines(onLine: (line: string) => void): (chunk: string) => number {
  let begun = ''
  return (chunk) => {
    const lines = (begun + chunk).split(/\r?\n/)
    begun = (lines.pop() ?? '').slice(0, lineCharsMax)
    for (const line of lines) onLine(line.slice(0, lineCharsMax))
    return lines.length
  }
}
