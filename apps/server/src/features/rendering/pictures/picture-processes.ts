import type { Clock } from '@gridloom/async/clock'
import { findSandbox, type SandboxFound } from '../../../platform/sandbox.ts'
import { createPictureChild, type PictureChild } from './picture-child.ts'
import { pictureProfile, startPictureProcess } from './picture-program.ts'
import type { PictureTask, TaskName, TaskResult } from './picture-tasks.ts'
import type { Pictures } from './pictures.ts'

interface Options {
  clock: Clock
  /** The sandbox of the processes: see {@link findPictureSandbox}. */
  sandbox: SandboxFound
  /** The number of pictures processed at once; more of them wait. */
  processes: number
  /** A picture that takes longer is rejected. */
  timeLimitMs?: number
  /** The script of a process; tests use others. */
  script?: URL
}

const usualTimeLimitMs = 120_000

let sandboxFound: Promise<SandboxFound> | undefined

/** Finds a sandbox for decoders that works on this machine, by trying, once in a process. */
export function findPictureSandbox(): Promise<SandboxFound> {
  sandboxFound ??= findSandbox(pictureProfile)
  return sandboxFound
}

/**
 * Creates {@link Pictures} that work in separate processes: with threads, a decoder that crashes or fills its heap
 * would end the server. Processes are started on demand and restarted after a crash or a timeout. Each is sandboxed, as
 * a picture may take over its decoder.
 */
export function createPictures(options: Options): Pictures {
  const { processes, sandbox, clock, timeLimitMs = usualTimeLimitMs } = options
  const { script = new URL('./picture-process.ts', import.meta.url) } = options
  const idle: PictureChild[] = []
  const running = new Set<PictureChild>()
  const waiting: (() => void)[] = []
  let working = 0

  /** Returns a free process that is running, or a new one. */
  function take(): PictureChild {
    for (let free = idle.pop(); free !== undefined; free = idle.pop())
      if (free.isAlive()) return free
    const child = createPictureChild(startPictureProcess(script, sandbox), clock)
    running.add(child)
    void child.ended.then(() => running.delete(child))
    return child
  }

  async function run<Name extends TaskName>(
    task: PictureTask & { name: Name },
    signal: AbortSignal,
  ): Promise<TaskResult<Name>> {
    while (working >= processes) await turn(waiting, signal)
    working += 1
    const child = take()
    try {
      return await child.ask<Name>({ task, timeLimitMs, signal })
    } finally {
      if (child.isAlive()) idle.push(child)
      working -= 1
      waiting.shift()?.()
    }
  }

  return {
    examine: (asked, signal) => run({ name: 'examine', asked }, signal),
    compare: (asked, signal) => run({ name: 'compare', asked }, signal),
    stitch: (asked, signal) => run({ name: 'stitch', asked }, signal),
    display: (asked, signal) => run({ name: 'display', asked }, signal),
    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill()
      await Promise.all([...running].map(({ ended }) => ended))
    },
  }
}

/** Resolves when a process may be free. */
async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    waiting.splice(waiting.indexOf(resolve), 1)
    reject(signal.reason)
  }
  waiting.push(resolve)
  signal.addEventListener('abort', leave, { once: true })
  await promise.finally(() => signal.removeEventListener('abort', leave))
}
