import { escapeHtml } from './escape-html.ts'
import { exactUsd, recordedOn } from './recorded-on.ts'

/** A render job of this product: one frame, divided into tiles. Times are in milliseconds since its start. */
export interface RenderRecording {
  recorded_at: string
  file: string
  width: number
  height: number
  samples: number
  engine: string
  machine: string
  wall_ms: number
  reference_s: number
  micro_usd: number
  micro_usd_per_reference_hour: number
  tiles: readonly { render_ms: number; done_ms: number }[]
}

/** How much faster than recorded the tiles are shown. */
export const renderSpeed = 24

/** Returns a cover for each tile of the picture; it lifts when the tile was done. */
export function tilesMarkup({ tiles }: RenderRecording): string {
  const covers = tiles.map(({ render_ms, done_ms }) => {
    const at = seconds(done_ms / renderSpeed)
    return `<li style="--at:${at};--for:${seconds(render_ms / renderSpeed)}"></li>`
  })
  return `<ol class="tiles" aria-hidden="true">${covers.join('')}</ol>`
}

export function renderCaption(render: RenderRecording): string {
  const { file, tiles, wall_ms } = render
  return `<span>${escapeHtml(file)}: rendered by this software in ${minutes(wall_ms)} as ${tiles.length} tiles, shown ${renderSpeed}× faster. Recorded ${recordedOn(render)}.</span>`
}

/** Returns a bar for the render time of each tile, and the sums. */
export function tileTimesMarkup(render: RenderRecording): string {
  const { tiles, reference_s, micro_usd, wall_ms } = render
  const longest = Math.max(...tiles.map(({ render_ms }) => render_ms))
  const bars = tiles.map(
    ({ render_ms }) => `<i style="--share:${(render_ms / longest).toFixed(3)}"></i>`,
  )
  const sums = [
    ['Time', minutes(wall_ms)],
    ['Reference time', `${Math.round(reference_s)} s`],
    ['Price', exactUsd(micro_usd)],
  ].map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
  const label = `Render time of ${tiles.length} tiles, from ${shortest(tiles)} to ${(longest / 1_000).toFixed(1)} seconds`
  return `<div class="panel"><div class="bars" role="img" aria-label="${label}">${bars.join('')}</div><dl class="sums">${sums.join('')}</dl></div>`
}

export function tileTimesCaption(render: RenderRecording): string {
  const { width, height, samples, engine, machine } = render
  const perHour = `$${(render.micro_usd_per_reference_hour / 1_000_000).toFixed(2)}`
  return `<span>The picture above, tile by tile: ${width} × ${height}, ${engine}, ${samples} samples, on ${escapeHtml(machine)}. Priced by reference time at ${perHour} an hour, so a slow machine costs no more. Recorded ${recordedOn(render)}.</span>`
}

function shortest(tiles: RenderRecording['tiles']): string {
  return (Math.min(...tiles.map(({ render_ms }) => render_ms)) / 1_000).toFixed(1)
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)}s`
}

function minutes(ms: number): string {
  const whole = Math.round(ms / 1_000)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}
