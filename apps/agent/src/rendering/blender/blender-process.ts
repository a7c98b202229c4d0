import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { TextLines } from '@gridloom/async/text-lines'
import { endGroup } from '../../host/end-group.ts'
import { readPaced } from '../../host/read-paced.ts'
import type { Entry } from '../../host/sandbox/enter-sandbox.ts'
import { giveSeccomp } from '../../host/sandbox/give-seccomp.ts'
import type { RenderLimits } from '../renderer.ts'
import { type Answer, pictureFd, readBlenderAnswer } from './answers.ts'
import type { BlenderLog } from './log.ts'
import { type KillReason, watchLimits } from './watch.ts'

export interface BlenderProcessOptions {
  entry: Entry
  marker: string
  limits: RenderLimits
  memoryMibMax: number
  log: BlenderLog
  clock: Clock
}

export type BlenderExit = { event: 'killed'; why: KillReason } | { event: 'exited'; ending: string }

/** A Blender that runs our worker in the sandbox. It takes one order at a time, and answers it or ends. */
export interface BlenderProcess {
  /**
   * Sends an order, and passes on every line until the answer; with `undefined` it waits for an answer without an
   * order.
   */
  ask(order: object | undefined, onLine: OnLine, signal: AbortSignal): Promise<Answer | BlenderExit>
  /** Sets the time limit of an order in seconds, from the next order on. */
  allow(partSMax: number): void
  isAlive(): boolean
  memoryPeakMib(): number
  /** The stream of its pictures. */
  readonly pictures: Readable
  /** Kills the process; resolves once its outputs have closed, which proves that nothing of it is left. */
  end(): Promise<BlenderExit>
}

export type OnLine = (line: string) => void

interface Waiter {
  sinceMs: number
  secondsMax: number
  lastWordMs: number
  onLine: OnLine
  answer: (said: Answer | BlenderExit) => void
}

export function startBlender(options: BlenderProcessOptions): BlenderProcess {
  return new RunningBlender(options)
}

class RunningBlender implements BlenderProcess {
  readonly #options: BlenderProcessOptions
  readonly #child: ChildProcessWithoutNullStreams
  readonly #end = Promise.withResolvers<BlenderExit>()
  #waiter: Waiter | undefined
  #killed: KillReason | undefined
  #ended: BlenderExit | undefined
  #isLeaving = false
  #peakMib = 0
  #secondsMax: number

  constructor(options: BlenderProcessOptions) {
    this.#options = options
    this.#secondsMax = options.limits.piece_s_max
    this.#child = spawnApart(options.entry)
    const endWatch = watchLimits({
      ...options,
      pid: this.#child.pid,
      order: () => this.#waiter,
      onMemory: (mib) => {
        this.#peakMib = Math.max(this.#peakMib, mib)
      },
      kill: (why) => this.#kill(why),
    })
    listen(this.#child, options.clock, {
      line: (line) => this.#onLine(line),
      end: (ending) => {
        endWatch()
        void this.#leave(ending)
      },
    })
  }

  async ask(order: object | undefined, onLine: OnLine, signal: AbortSignal) {
    if (this.#ended !== undefined) return this.#ended
    const now = this.#options.clock.monotonicMs()
    const stop = () => this.#kill('stopped')
    const { promise, resolve } = Promise.withResolvers<Answer | BlenderExit>()
    const secondsMax = this.#secondsMax
    this.#waiter = { sinceMs: now, secondsMax, lastWordMs: now, onLine, answer: resolve }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    else if (order !== undefined) this.#child.stdin.write(`${JSON.stringify(order)}\n`)
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }

  allow(partSMax: number): void {
    this.#secondsMax = partSMax
  }

  isAlive(): boolean {
    return this.#ended === undefined && this.#killed === undefined
  }

  memoryPeakMib(): number {
    return Math.ceil(this.#peakMib)
  }

  get pictures(): Readable {
    const pipe = this.#child.stdio[pictureFd]
    return pipe instanceof Readable ? pipe : Readable.from([])
  }

  end(): Promise<BlenderExit> {
    this.#kill('stopped')
    return this.#end.promise
  }

  #kill(why: KillReason): void {
    if (!this.isAlive()) return
    this.#killed = why
    endGroup(this.#child)
  }

  #onLine(line: string): void {
    const { marker, log, clock, entry } = this.#options
    const answer = readBlenderAnswer(line, marker)
    if (answer !== undefined) {
      // If the kernel killed a part of the process, the answer is not complete.
      if (entry.ranOutOfMemory()) this.#kill('out_of_memory')
      else this.#settle(answer)
      return
    }
    log.add(line)
    if (this.#waiter === undefined) return
    this.#waiter.lastWordMs = clock.monotonicMs()
    this.#waiter.onLine(line)
  }

  /** Records a kill by the kernel, which may precede our own measurement of the memory. */
  async #leave(ending: string): Promise<void> {
    const { entry, memoryMibMax } = this.#options
    if (this.#isLeaving) return
    this.#isLeaving = true
    if (entry.ranOutOfMemory()) {
      this.#killed ??= 'out_of_memory'
      this.#peakMib = Math.max(this.#peakMib, memoryMibMax)
    }
    await entry.leave()
    this.#finish(ending)
  }

  #finish(ending: string): void {
    const why = this.#killed
    this.#ended = why === undefined ? { event: 'exited', ending } : { event: 'killed', why }
    this.#settle(this.#ended)
    this.#end.resolve(this.#ended)
  }

  #settle(said: Answer | BlenderExit): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    waiter?.answer(said)
  }
}

/**
 * Starts the process in a process group of its own, so that a Ctrl-C for the agent does not end it directly, and at the
 * lowest priority: nice(1) replaces itself by the program.
 */
function spawnApart({ argv, seccomp }: Entry): ChildProcessWithoutNullStreams {
  const child = spawn('nice', ['-n', '19', ...argv], {
    detached: true,
    env: { PATH: systemPath },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  giveSeccomp(child, seccomp)
  return asPiped(child)
}

/** Named cast: all of its standard streams are pipes. */
function asPiped(child: ChildProcess): ChildProcessWithoutNullStreams {
  return child as ChildProcessWithoutNullStreams
}

const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/** Longer lines are cut: no line that is parsed comes near it, and output of an untrusted scene has to be bounded. */
const lineCharsMax = 16 * 1024

function listen(
  child: ChildProcessWithoutNullStreams,
  clock: Clock,
  handlers: { line: OnLine; end: (ending: string) => void },
): void {
  const over = new AbortController()
  for (const stream of [child.stdout, child.stderr]) {
    const text = new TextDecoder()
    const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'cut' })
    void readPaced({
      ...{ pipe: stream, clock, ended: over.signal },
      onSlice(slice) {
        const whole = lines.add(text.decode(slice, { stream: true }))
        for (const line of whole) handlers.line(line)
        return whole.length
      },
    })
  }
  // @NOTE an order after the end of the process is answered by that end
  child.stdin.on('error', () => undefined)
  child.once('error', (cause) => handlers.end(cause.message))
  child.once('exit', () => {
    endGroup(child)
    over.abort()
    // A picture that is not read any more would delay the end.
    child.stdio[pictureFd]?.destroy()
  })
  child.once('close', (code, signal) => handlers.end(endingOf(code, signal)))
}

/** Returns how the process ended: the sandbox reports a signal as 128 plus its number. */
function endingOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return `signal ${signal}`
  if (code !== null && code > 128) return `signal ${code - 128}`
  return `exit code ${code ?? 'unknown'}`
}
