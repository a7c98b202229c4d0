/** The content of a line of Blender's output, as far as it is used. */
export type BlenderLine =
  | { kind: 'progress'; sample: number; samples: number; tile: Tile | undefined }
  | { kind: 'memory'; peakMib: number }
  | { kind: 'saved'; path: string }
  | { kind: 'time'; seconds: number; savingSeconds: number }
  | { kind: 'other' }

export interface Tile {
  number: number
  of: number
}

/**
 * Parses one line, of Blender 2.9 to 5.x. The forms were recorded from 3.4 and 5.0, and are otherwise those of the
 * parsers of Flamenco (`command_blender.go`) and Deadline Cloud for Blender: see `fixtures/README.md`.
 */
export function readBlenderLine(line: string): BlenderLine {
  const saved = savedForm.exec(line)?.groups
  if (saved !== undefined) return { kind: 'saved', path: saved.path ?? '' }
  const time = timeForm.exec(line)?.groups
  if (time !== undefined) {
    const savingSeconds = time.saving === undefined ? 0 : secondsOf(time.saving)
    return { kind: 'time', seconds: secondsOf(time.whole ?? ''), savingSeconds }
  }
  if (!line.includes('Fra:')) return { kind: 'other' }
  return progressOf(line) ?? memoryOf(line) ?? { kind: 'other' }
}

/** From 5.0 on, lines may begin with a time and their origin. */
const savedForm = /(?:^|render\s+\| )Saved: '(?<path>.*)'$/
const timeForm =
  /(?:^|\| ?)\s*Time: ?(?<whole>[\d:]+\.\d+)(?: \(Saving: (?<saving>[\d:]+\.\d+)\))?\s*$/
const tileForm = /(?:Rendered|Path Tracing Tile) (?<number>\d+)\/(?<of>\d+)(?: Tiles)?/
const sampleForms = [
  /\bSample (?<sample>\d+)\/(?<samples>\d+)/,
  /\bRendering\s+(?<sample>\d+) \/ (?<samples>\d+) samples/,
]
const peakForm = /\(Peak (?<peak>[\d.]+)M\)/

function progressOf(line: string): BlenderLine | undefined {
  const tile = tileForm.exec(line)?.groups
  const found = sampleForms.map((form) => form.exec(line)?.groups).find((groups) => groups)
  if (found === undefined) return undefined
  return {
    kind: 'progress',
    sample: Number(found.sample),
    samples: Number(found.samples),
    tile: tile === undefined ? undefined : { number: Number(tile.number), of: Number(tile.of) },
  }
}

function memoryOf(line: string): BlenderLine | undefined {
  const peak = peakForm.exec(line)?.groups?.peak
  return peak === undefined ? undefined : { kind: 'memory', peakMib: Number(peak) }
}

/** `01:02.50`, `1:00:02.50` → seconds. */
function secondsOf(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Returns the samples over all tiles: each tile of a large picture goes through all its own samples. */
export function overallProgress(said: Extract<BlenderLine, { kind: 'progress' }>): {
  sample: number
  samples: number
} {
  const { sample, samples, tile } = said
  if (tile === undefined || tile.of <= 1) return { sample, samples }
  const passed = Math.min(tile.number, tile.of - 1) * samples + sample
  return { sample: Math.min(samples, Math.floor(passed / tile.of)), samples }
}
