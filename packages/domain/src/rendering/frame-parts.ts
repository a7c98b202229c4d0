import type { ChunkPart } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'

/** The extent of one part of a frame: a region in whole pixels, or a range of samples. */
export type PartExtent = Pick<ChunkPart, 'region' | 'sample_range'>

type Pictured = Pick<RenderSettings, 'width' | 'height' | 'percentage'>

/** The size of the picture in pixels, rounded down as Blender does. */
export function pixelsOf({ width, height, percentage }: Pictured): {
  width: number
  height: number
} {
  const scaled = (size: number) => Math.max(1, Math.floor((size * percentage) / 100))
  return { width: scaled(width), height: scaled(height) }
}

/**
 * The parts that each frame is divided into, which together cover the picture without overlap; none if it is rendered
 * whole. `samples` is their number if the settings leave it to the file.
 */
export function splitFrame(
  settings: Pictured & Pick<RenderSettings, 'split' | 'samples'>,
  samples: number | null,
): PartExtent[] {
  const { split } = settings
  if (split.kind === 'whole') return []
  if (split.kind === 'samples') {
    const all = settings.samples ?? samples ?? split.ranges
    return cut(all, split.ranges).map(({ from, length }) => ({
      region: null,
      sample_range: { offset: from, count: length },
    }))
  }
  const { width, height } = pixelsOf(settings)
  const columns = cut(width, split.columns)
  return cut(height, split.rows).flatMap((row) =>
    columns.map((column) => ({
      region: { x: column.from, y: row.from, width: column.length, height: row.length },
      sample_range: null,
    })),
  )
}

/** Divides a length into `wanted` whole parts that differ by at most one; fewer if it is shorter than that. */
function cut(length: number, wanted: number): { from: number; length: number }[] {
  const parts = Math.min(length, wanted)
  return Array.from({ length: parts }, (_, at) => {
    const from = Math.floor((at * length) / parts)
    return { from, length: Math.floor(((at + 1) * length) / parts) - from }
  })
}
