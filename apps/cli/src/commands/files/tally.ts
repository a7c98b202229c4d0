import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Ctx } from '../../ctx.ts'
import { barText } from '../../output/bar.ts'

/** Counts what was copied, shows progress, and names what was left out. */
export interface Tally {
  /** Announces a file; returns the function that takes how many of its bytes have arrived. */
  file(sizeBytes: number): (bytes: number) => void
  copied(): void
  skipped(what: string): void
  /** Prints the result of the command. */
  report(): Promise<void>
}

const namedMax = 20

export function createTally(ctx: Ctx): Tally {
  let [files, totalBytes, doneBytes] = [0, 0, 0]
  const left: string[] = []
  const show = () =>
    ctx.output.progress(
      `Copying ${barText(doneBytes, totalBytes)} ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`,
    )
  return {
    file(sizeBytes) {
      totalBytes += sizeBytes
      let known = 0
      return (bytes) => {
        doneBytes += bytes - known
        known = bytes
        show()
      }
    },
    copied() {
      files += 1
    },
    skipped: (what) => void left.push(what),
    async report() {
      for (const what of left.slice(0, namedMax)) ctx.output.note(`Skipped ${what}`)
      if (left.length > namedMax) ctx.output.note(`Skipped ${left.length - namedMax} more`)
      const words = `${files} ${files === 1 ? 'file' : 'files'}, ${formatBytes(doneBytes)}`
      await ctx.output.result({ files, bytes: doneBytes, skipped: left }, () => `Copied ${words}.`)
    },
  }
}

/** Runs work on items as they come, some at once. The first failure ends it. */
export async function eachAtOnce<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    for await (const item of items) {
      const job = work(item).finally(() => running.delete(job))
      // @NOTE a failure is thrown by the race or by the end below
      job.catch(() => {})
      running.add(job)
      if (running.size >= atOnce) await Promise.race(running)
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
}

/** Files that are copied at once: small ones wait for round trips alone. */
export const filesAtOnce = 4
