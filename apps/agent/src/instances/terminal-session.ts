import { Duplex } from 'node:stream'
import type { RuntimeTerminal, TerminalSize } from '../runtime/port.ts'
import { createScrollback } from './scrollback.ts'

const scrollbackBytes = 256 * 1024

/** One shell that outlives its viewers. Only the last viewer to attach sees its output and can type. */
export interface TerminalSession {
  /** Attaches a new viewer; its stream begins with the shell's last output and ends with the shell. */
  attach(): Duplex
  resize(size: TerminalSize): Promise<void>
  /** Returns how the shell ended; `null` while it runs, or when the engine does not know. */
  exitCode(signal: AbortSignal): Promise<number | null>
  /** Returns when the last viewer left, by the monotonic clock; `undefined` while one is attached. */
  detachedAtMs(): number | undefined
  end(signal: AbortSignal): Promise<void>
}

export function createTerminalSession(
  terminal: RuntimeTerminal,
  { monotonicMs, onEnded }: { monotonicMs: () => number; onEnded: () => void },
): TerminalSession {
  const { stream } = terminal
  const scrollback = createScrollback(scrollbackBytes)
  let viewer: Duplex | undefined
  let detachedAtMs: number | undefined = monotonicMs()

  stream.on('data', (bytes: Buffer) => {
    scrollback.push(bytes)
    if (viewer?.push(bytes) === false) stream.pause()
  })
  let hasEnded = false
  const ended = () => {
    hasEnded = true
    viewer?.push(null)
    viewer = undefined
    onEnded()
  }
  stream.once('close', ended)
  stream.once('end', ended)
  // @NOTE an error of a terminal also closes it, and its viewer gets the end of the stream
  stream.on('error', () => undefined)

  function attach(): Duplex {
    viewer?.push(null)
    const mine = new Duplex({
      read: () => void stream.resume(),
      write: (bytes, _, done) => {
        if (viewer === mine) stream.write(bytes, done)
        else done()
      },
      final: (done) => {
        mine.push(null)
        detach(mine)
        done()
      },
      destroy: (cause, done) => {
        detach(mine)
        done(cause)
      },
    })
    viewer = mine
    detachedAtMs = undefined
    const printed = scrollback.read()
    if (printed.length > 0) mine.push(printed)
    return mine
  }

  function detach(left: Duplex): void {
    if (viewer !== left) return
    viewer = undefined
    detachedAtMs = monotonicMs()
    stream.resume()
  }

  return {
    attach,
    resize: (size) => terminal.resize(size),
    exitCode: async (signal) => (hasEnded ? terminal.exitCode(signal) : null),
    detachedAtMs: () => detachedAtMs,
    end: async (signal) => {
      await terminal.kill(signal)
      stream.destroy()
    },
  }
}
