/** The last lines of output, up to a limit of characters, without this machine's paths. */
export interface BlenderLog {
  add(line: string): void
  text(): string
  lastLines(count: number): string[]
}

const charsMax = 256 * 1024

/** `hidden`: folders of the machine that lines may contain; they are replaced by `blender`. */
export function createBlenderLog(hidden: readonly string[], limit = charsMax): BlenderLog {
  let lines: string[] = []
  let chars = 0

  /**
   * Drops old lines once the limit is exceeded twofold rather than line by line, so that the cost per line is constant.
   */
  function shorten(): void {
    let kept = 0
    const start = lines.findLastIndex((line) => {
      kept += line.length + 1
      return kept > limit
    })
    lines = lines.slice(start + 1)
    chars = lines.reduce((sum, line) => sum + line.length + 1, 0)
  }

  return {
    add: (said) => {
      const line = hidden.reduce((text, folder) => text.replaceAll(folder, 'blender'), said)
      const clipped = line.slice(0, limit - 1)
      lines.push(clipped)
      chars += clipped.length + 1
      if (chars > limit * 2) shorten()
    },
    text: () => {
      shorten()
      return lines.map((line) => `${line}\n`).join('')
    },
    lastLines: (count) => lines.filter((line) => line.trim() !== '').slice(-count),
  }
}
