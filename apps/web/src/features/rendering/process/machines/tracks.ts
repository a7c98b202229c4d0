import type { RenderChunk } from '@gridloom/contract/rendering/chunk'

/** The chunks of one machine, oldest first. */
export interface Track {
  readonly machineId: string
  readonly machineName: string
  readonly chunks: readonly RenderChunk[]
}

/** One track per machine: working machines first, then by name. */
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

/** Whether a machine has a chunk now. */
export function isAtWork({ chunks }: Pick<Track, 'chunks'>): boolean {
  return chunks.some(({ state }) => state === 'leased')
}

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** From the first chunk's beginning to the last one's end; to now while one is under way. At least a minute. */
export function spanOf(chunks: readonly RenderChunk[], nowMs: number): Span {
  const starts = chunks.map(({ started_at: at }) => Date.parse(at))
  const ends = chunks.map(({ ended_at: at }) => (at === null ? nowMs : Date.parse(at)))
  const fromMs = Math.min(...starts, nowMs)
  return { fromMs, toMs: Math.max(...ends, fromMs + 60_000) }
}

/** A chunk as a bar in its lane: in percent of the lane, and in which row of it. */
export interface Bar {
  readonly chunk: RenderChunk
  readonly left: number
  readonly width: number
  readonly row: number
}

/** The bars of a lane. A machine is given a chunk before the last one is done: those that overlap lie in rows. */
export function barsOf({ chunks }: Pick<Track, 'chunks'>, span: Span, nowMs: number): Bar[] {
  const ends: number[] = []
  return chunks.map((chunk) => {
    const { left, width } = barOf(chunk, span, nowMs)
    const free = ends.findIndex((end) => end <= left)
    const row = free === -1 ? ends.length : free
    ends[row] = left + width
    return { chunk, left, width, row }
  })
}

/** Never too thin to be pressed. */
function barOf(chunk: RenderChunk, { fromMs, toMs }: Span, nowMs: number) {
  const ended = chunk.ended_at === null ? nowMs : Date.parse(chunk.ended_at)
  const share = (ms: number) => ((ms - fromMs) / (toMs - fromMs)) * 100
  const left = Math.min(98, Math.max(0, share(Date.parse(chunk.started_at))))
  return { left, width: Math.min(100 - left, Math.max(2, share(ended) - left)) }
}
