import type { LogLine } from '@gridloom/contract/instances/logs'
import { withoutAnsi } from './plain-text.ts'

/** The most lines kept in the page; the oldest are dropped first. The downloadable file has them all. */
export const logLinesKept = 10_000

/** One shown line; `number` never repeats, so that it can be a React key. */
export interface ShownLine extends LogLine {
  readonly number: number
}

/** A snapshot of the buffer. */
export interface LogView {
  readonly lines: readonly ShownLine[]
  /** The number of lines dropped to keep the page light. */
  readonly dropped: number
}

/** A growing log that notifies its subscribers at most once per frame, however fast lines arrive. */
export interface LogBuffer {
  push(line: LogLine): void
  clear(): void
  view(): LogView
  subscribe(listener: () => void): () => void
}

interface Options {
  readonly kept?: number
  /** Runs the notification later: in an animation frame in the browser, on demand in tests. */
  readonly later: (notice: () => void) => void
}

/** Creates an empty buffer. A line that repeats the last one, timestamp included, is added only once. */
export function createLogBuffer({ kept = logLinesKept, later }: Options): LogBuffer {
  let waiting: ShownLine[] = []
  let shown: LogView = { lines: [], dropped: 0 }
  let noticed = true
  let count = 0
  const listeners = new Set<() => void>()

  function notice(): void {
    noticed = true
    shown = joined(shown, waiting, kept)
    waiting = []
    for (const listener of listeners) listener()
  }

  function noticeLater(): void {
    if (!noticed) return
    noticed = false
    later(notice)
  }

  return {
    push(line) {
      const last = waiting.at(-1) ?? shown.lines.at(-1)
      if (last !== undefined && isSame(last, line)) return
      count += 1
      waiting.push({ ...line, text: withoutAnsi(line.text), number: count })
      noticeLater()
    },
    clear() {
      waiting = []
      shown = { lines: [], dropped: 0 }
      noticeLater()
    },
    view: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function joined(view: LogView, fresh: readonly ShownLine[], kept: number): LogView {
  if (fresh.length === 0) return view
  const all = [...view.lines, ...fresh]
  const over = Math.max(0, all.length - kept)
  return { lines: over === 0 ? all : all.slice(over), dropped: view.dropped + over }
}

/** A resumed stream may repeat its last line; the nanosecond timestamp distinguishes a repeat from an equal text. */
function isSame(a: LogLine, b: LogLine): boolean {
  return a.at === b.at && a.stream === b.stream && a.text === b.text
}
