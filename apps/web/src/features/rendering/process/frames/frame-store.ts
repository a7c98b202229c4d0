import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import { boardOf, emptyBoard, type FrameBoard, type FrameRun, withFrames } from './frame-board.ts'

/** A snapshot of what the grid shows. */
export interface FramesView {
  readonly board: FrameBoard
  /** Details of frames that were visible or have changed. */
  readonly details: ReadonlyMap<number, RenderFrame>
  readonly kind: 'loading' | 'here' | 'failed'
  readonly error: unknown
}

interface FramePage {
  readonly from: number
  readonly limit: number
}

/** Loads frames; a port. */
export interface FrameSource {
  overview(signal: AbortSignal): Promise<readonly FrameRun[]>
  page(page: FramePage, signal: AbortSignal): Promise<readonly RenderFrame[]>
  /** Runs a notification later, at most once per animation frame. */
  later(notice: () => void): void
}

/** The frames of a job, loaded and kept up to date; notifies subscribers at most once per animation frame. */
export interface FrameStore {
  view(): FramesView
  subscribe(listener: () => void): () => void
  /**
   * Loads the overview; called after a break and when frames were added. `listed` are the job's frame numbers in order.
   */
  read(listed: readonly number[]): void
  /** Loads the details of visible frames by the page, each page once. */
  see(places: readonly number[]): void
  /** Applies changed frames. */
  take(frames: readonly RenderFrame[]): void
  stop(): void
}

/** Frames per page of details. */
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
      // @NOTE the cells stay without details, which are requested again when they become visible again
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
