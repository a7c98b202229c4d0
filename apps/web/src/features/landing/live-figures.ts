import { systemClock } from '@gridloom/async/clock'
import type { PriceHistory, Statistics } from '@gridloom/contract/statistics/statistics'
import { readStatistics } from './read-statistics.ts'

const everyMs = 60_000

const dayMs = 86_400_000

const priceNames = { gpu: 'Lowest GPU-hour now', cpu: 'Lowest CPU-hour now' } as const

/** Shows the server's totals, and again every minute while the page is visible. Without an answer the page stays as it is. */
export async function showFigures(page: Document): Promise<void> {
  for (;;) {
    if (!page.hidden) {
      const statistics = await readStatistics(page)
      if (statistics !== null) writeFigures(page, statistics)
    }
    await systemClock.sleep(everyMs)
  }
}

/** Writes the figures into their places. */
export function writeFigures(page: Document, statistics: Statistics): void {
  const { machines_online, frames_today, answers_today, prices, at } = statistics
  write(page, 'machines', count(machines_online))
  write(page, 'frames', count(frames_today))
  write(page, 'answers', count(answers_today))
  const kind = prices.gpu.now !== null || prices.gpu.days.length > 0 ? 'gpu' : 'cpu'
  write(page, 'price-name', priceNames[kind])
  const { now } = prices[kind]
  write(page, 'price', now === null ? 'none' : usd(now.lowest_micro_usd_per_hour))
  drawLine(page, prices[kind])
  write(page, 'price-days', daysText(prices[kind], at))
  write(page, 'at', `Measured on this server at ${clockTime(at)} UTC`)
}

function drawLine(page: Document, { now, days }: PriceHistory): void {
  const values = days.map(({ median_micro_usd_per_hour }) => median_micro_usd_per_hour)
  if (now !== null) values.push(now.median_micro_usd_per_hour)
  const path = page.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', linePath(values))
  page.querySelector('[data-figure="line"]')?.replaceChildren(path)
}

/** Names the span of the price line: the days since the first one with a price, today included. */
export function daysText({ now, days }: PriceHistory, at: string): string {
  const today = at.slice(0, 10)
  const first = days[0]?.day ?? today
  if (now === null && days.length === 0) return 'no prices yet'
  const count = Math.round((Date.parse(today) - Date.parse(first)) / dayMs) + 1
  return count > 1 ? `median price, last ${count} days` : 'median price today'
}

/** Returns a line through values in a box of 240 × 40, the highest near the top; a single value is a level line. */
export function linePath(values: readonly number[]): string {
  const [first] = values
  if (first === undefined) return ''
  const points = values.length === 1 ? [first, first] : values
  const top = Math.max(...points)
  const span = top - Math.min(...points)
  return points
    .map((value, index) => {
      const x = (index / (points.length - 1)) * 240
      const y = span === 0 ? 20 : 4 + ((top - value) / span) * 32
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

function write(page: Document, figure: string, text: string): void {
  const place = page.querySelector(`[data-figure="${figure}"]`)
  if (place !== null && place.textContent !== text) place.textContent = text
}

/** Groups the digits of an integer by hand: loading the locale's rules is the longest task of this page on a phone. */
function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

function usd(microUsd: number): string {
  const dollars = microUsd / 1_000_000
  return `$${dollars.toFixed(dollars < 0.1 ? 3 : 2)}`
}

function clockTime(at: string): string {
  return at.slice(11, 16)
}
