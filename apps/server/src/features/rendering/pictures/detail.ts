import { type DecodedPicture, shownValue } from './decoded.ts'

/** Columns and rows of the detail grid. */
export const detailCells = 8

/**
 * Returns the detail in each cell of a grid over the picture, rows from the top: the mean difference, of 255, between
 * neighbouring pixels of a row. Noise counts as well: it differs where samples do.
 */
export function detailOf({ width, height, channels, samples }: DecodedPicture): number[] {
  const shown = shownValue(samples)
  const steps = new Float64Array(detailCells ** 2)
  const counts = new Uint32Array(detailCells ** 2)
  for (let y = 0; y < height; y++) {
    const row = cellOf(y, height) * detailCells
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * channels
      const cell = row + cellOf(x, width)
      steps[cell] = (steps[cell] ?? 0) + Math.abs(shown(at) - shown(at - channels))
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return Array.from(steps, (step, cell) => step / Math.max(1, counts[cell] ?? 0))
}

function cellOf(at: number, side: number): number {
  return Math.floor((at * detailCells) / side)
}
