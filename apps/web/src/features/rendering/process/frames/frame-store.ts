import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import { boardOf, emptyBoard, type FrameBoard, type FrameRun, withFrames } from './frame-board.ts'

/** What the grid shows at one moment. */
export interface FramesView {
  readonly board: FrameBoard
  /** What is known of single frames: those that were seen, or have changed. */
  readonly details: ReadonlyMap<number, RenderFrame>
  readonly kind: 'loading' | 'here' | 'failed'
  readonly error: unknown
}

interface FramePage {
  readonly from: number
  readonly limit: number
}

/** Where frames are read from. */
export interface FrameSource {
  overview(signal: AbortSignal): Promise<readonly FrameRun[]>
  page(page: FramePage, signal: AbortSignal): Promise<readonly RenderFrame[]>
  /** Runs a notice later, at most once for each picture that the screen draws. */
  later(notice: () => void): void
}

/** A job's frames as they are read and as they change; notices its readers at most once a drawn picture. */
export interface FrameStore {
  view(): FramesView
  subscribe(listener: () => void): () => void
  /** Reads all at a glance; after a break, and when frames were added. `listed` are the job's numbers in order. */
  read(listed: readonly number[]): void
  /** Reads the details of frames that are in sight, a page at a time, each page once. */
  see(places: readonly number[]): void
  /** Frames that changed. */
  take(frames: readonly RenderFrame[]): void
  stop(): void
}

/** Frames that are read together when one of them is seen. */
export const pageFrames = 200

export function createFrameStore(source: FrameSource): FrameStore {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  let listed: readonly number[] = []
  let asked = new Set<number>()
  let details = new Map<number, RenderFrame>()
  let shown: FramesView = { board: emptyBoard, details, kind: 'loading', error: undefined }
  let noticed = true

  function show(parts: Partial<FramesView>): void {
    shown = { ...shown, ...parts }
    if (!noticed) return
    noticed = false
    source.later(() => {
      noticed = true
      for (const listener of listeners) listener()
    })
  }

  async function read(): Promise<void> {
    try {
      const runs = await source.overview(stop.signal)
      asked = new Set()
      show({ board: boardOf(runs, listed), kind: 'here', error: undefined })
    } catch (error) {
      if (!stop.signal.aborted && shown.kind !== 'here') show({ kind: 'failed', error })
    }
  }

  async function readPage(page: number): Promise<void> {
    asked.add(page)
    const from = shown.board.numbers[page * pageFrames]
    if (from === undefined) return
    try {
      keep(await source.page({ from, limit: pageFrames }, stop.signal))
    } catch {
      // @NOTE the cells stay without details, and are asked for again when they are next seen
      asked.delete(page)
    }
  }

  function keep(frames: readonly RenderFrame[]): void {
    details = new Map(details)
    for (const frame of frames) details.set(frame.number, frame)
    const board = withFrames(shown.board, frames)
    if (board === undefined) void read()
    show({ details, board: board ?? shown.board })
  }

  return {
    view: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read(numbers) {
      listed = numbers
      void read()
    },
    see(places) {
      const pages = new Set(places.map((place) => Math.floor(place / pageFrames)))
      for (const page of pages) if (!asked.has(page)) void readPage(page)
    },
    take: keep,
    stop: () => stop.abort(),
  }
}
