import type { RenderChunk } from '@gridloom/contract/rendering/chunk'

/** The chunks of one machine, oldest first. */
export interface Track {
  readonly machineId: string
  readonly machineName: string
  readonly chunks: readonly RenderChunk[]
}

/** Returns one track per machine, busy machines first, then by name. */
export function tracksOf(chunks: readonly RenderChunk[]): Track[] {
  return [...Map.groupBy(chunks, ({ machine_id: id }) => id)]
    .map(([machineId, of]) => ({
      machineId,
      machineName: of[0]?.machine_name ?? machineId,
      chunks: of.toSorted((a, b) => a.started_at.localeCompare(b.started_at)),
    }))
    .toSorted(
      (a, b) =>
        Number(isAtWork(b)) - Number(isAtWork(a)) || a.machineName.localeCompare(b.machineName),
    )
}

/** Whether a machine has a chunk in progress. */
export function isAtWork({ chunks }: Pick<Track, 'chunks'>): boolean {
  return chunks.some(({ state }) => state === 'leased')
}

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Returns the span from the first chunk's start to the last one's end, or to now while one is in progress. At least a
 * minute.
 */
export function trackSpan(chunks: readonly RenderChunk[], nowMs: number): Span {
  const starts = chunks.map(({ started_at: at }) => Date.parse(at))
  const ends = chunks.map(({ ended_at: at }) => (at === null ? nowMs : Date.parse(at)))
  const fromMs = Math.min(...starts, nowMs)
  return { fromMs, toMs: Math.max(...ends, fromMs + 60_000) }
}

/** A chunk as a bar: position and width in percent of the track, and its row. */
export interface Bar {
  readonly chunk: RenderChunk
  readonly left: number
  readonly width: number
  readonly row: number
}

/**
 * Returns the bars of a track. A machine is assigned its next chunk before the last is done, so overlapping ones use
 * several rows.
 */
export function trackBars({ chunks }: Pick<Track, 'chunks'>, span: Span, nowMs: number): Bar[] {
  const ends: number[] = []
  return chunks.map((chunk) => {
    const { left, width } = barOf(chunk, span, nowMs)
    const free = ends.findIndex((end) => end <= left)
    const row = free === -1 ? ends.length : free
    ends[row] = left + width
    return { chunk, left, width, row }
  })
}

/** Returns one bar, wide enough to click. */
function barOf(chunk: RenderChunk, { fromMs, toMs }: Span, nowMs: number) {
  const ended = chunk.ended_at === null ? nowMs : Date.parse(chunk.ended_at)
  const share = (ms: number) => ((ms - fromMs) / (toMs - fromMs)) * 100
  const left = Math.min(98, Math.max(0, share(Date.parse(chunk.started_at))))
  return { left, width: Math.min(100 - left, Math.max(2, share(ended) - left)) }
}
