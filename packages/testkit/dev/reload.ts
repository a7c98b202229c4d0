import { watch } from 'node:fs'
import { type ChildProgram, type ChildProgramOptions, startChildProgram } from './child-program.ts'

/** Saving a file writes it several times. */
const quietMs = 300

/**
 * Runs a program and restarts it when a file in one of the folders changes. If it fails to start, waits for the next
 * change. Not `node --watch`: its import reports reach the server's worker threads as messages.
 */
export function startReloading(
  options: ChildProgramOptions,
  folders: readonly string[],
): ChildProgram {
  const first = startChildProgram(options)
  let current = first
  let restarts = Promise.resolve()
  let isOver = false
  let quiet: NodeJS.Timeout | undefined

  async function restart(): Promise<void> {
    if (isOver) return
    process.stderr.write(`▸ ${options.title} restarts\n`)
    await current[Symbol.asyncDispose]()
    current = startChildProgram(options)
    await current.up.catch((error: Error) => process.stderr.write(`▸ ${error.message}\n`))
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name === null || /\.test\.ts$|~$|\.sw.$/.test(name)) return
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        restarts = restarts.then(restart)
      }, quietMs)
    }),
  )
  return {
    up: first.up,
    async [Symbol.asyncDispose]() {
      isOver = true
      clearTimeout(quiet)
      for (const watcher of watchers) watcher.close()
      await restarts
      await current[Symbol.asyncDispose]()
    },
  }
}
