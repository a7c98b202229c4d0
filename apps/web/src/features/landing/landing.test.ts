import { readFileSync } from 'node:fs'
import path from 'node:path'
import { product } from '@gridloom/contract/core/product'
import type { Statistics } from '@gridloom/contract/statistics/statistics'
import { expect, it, vi } from 'vitest'
import { daysText, linePath, writeFigures } from './live-figures.ts'
import { fillLanding } from './markup/landing-parts.ts'
import { playWhenSeen } from './play-when-seen.ts'
import { readStatistics } from './read-statistics.ts'

it('fills every place of the page, and leaves nothing that is not recorded', () => {
  const page = setup()
  expect(page.body.innerHTML).not.toContain('<!--')
  expect(page.querySelectorAll('.tiles li')).toHaveLength(24)
  expect(page.querySelector('.answered')?.textContent).toContain('weaving light into cloth is a')
  expect(page.querySelector('.terminal')?.textContent).toContain('Total $0.000105 (final).')
  expect(page.title).toContain(product.name)
  expect(page.querySelector('.foot')?.textContent).toContain(product.description)
  expect(page.documentElement.outerHTML).not.toContain('%product')
})

it('leads only to pages that exist, and to its own sections', () => {
  const page = setup()
  const targets = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  for (const target of targets.filter((href) => href.startsWith('#')))
    expect(page.querySelector(target)).not.toBeNull()
  expect(new Set(targets.filter((href) => href.startsWith('/')))).toEqual(
    new Set([
      ...['/', '/instance', '/onboarding', '/how-to-host', '/render', '/model-hub'],
      ...['/api/docs', '/blog', '/terms-and-conditions'],
    ]),
  )
})

it('shows the figures of the server with their time', () => {
  const page = setup()
  writeFigures(page, someStatistics)
  const figure = (name: string) => page.querySelector(`[data-figure="${name}"]`)?.textContent
  expect(figure('machines')).toBe('1,204')
  expect(figure('frames')).toBe('3')
  expect(figure('answers')).toBe('0')
  expect(figure('price-name')).toBe('Lowest GPU-hour now')
  expect(figure('price')).toBe('$0.42')
  expect(figure('at')).toBe('Measured on this server at 14:02 UTC')
})

it.each([
  [undefined, '/api/statistics'],
  ['{"api":"https://api.example/v2/"}', 'https://api.example/v2/api/statistics'],
])('asks the API that the page names (%s)', async (hosts, address) => {
  const page = setup()
  if (hosts !== undefined) {
    const meta = page.createElement('meta')
    meta.name = 'gridloom-hosts'
    meta.content = hosts
    page.head.append(meta)
  }
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: null }))
  await readStatistics(page)
  expect(asked.mock.calls[0]?.[0]).toBe(address)
  asked.mockRestore()
})

it('says of an empty market that nothing is available, and draws no line', () => {
  const page = setup()
  const nothing = { now: null, days: [] }
  writeFigures(page, { ...someStatistics, prices: { gpu: nothing, cpu: nothing } })
  expect(page.querySelector('[data-figure="price"]')?.textContent).toBe('none')
  expect(page.querySelector('[data-figure="line"] path')?.getAttribute('d')).toBe('')
  expect(page.querySelector('[data-figure="price-days"]')?.textContent).toBe('no prices yet')
})

it('names the days that the price line covers', () => {
  const at = '2026-11-23T14:02:03.000Z'
  const since = (...days: string[]) =>
    days.map((day) => ({ day, median_micro_usd_per_hour: 400_000 }))
  expect(daysText({ now: price, days: [] }, at)).toBe('median price today')
  expect(daysText({ now: price, days: since('2026-11-23') }, at)).toBe('median price today')
  const days = since('2026-11-12', '2026-11-22')
  expect(daysText({ now: null, days }, at)).toBe('median price, last 12 days')
})

it('draws the highest price at the top and a single one as a level line', () => {
  expect(linePath([1, 3, 2])).toBe('M0.0 36.0L120.0 4.0L240.0 20.0')
  expect(linePath([5])).toBe('M0.0 20.0L240.0 20.0')
})

it('offers each recording again, and plays it from its start', () => {
  const page = setup()
  globalThis.IntersectionObserver = class extends NoObserver {}
  playWhenSeen(page)
  const again = page.querySelector<HTMLElement>('[data-replay="answer"]')
  expect(again?.hidden).toBe(false)
  again?.click()
  expect(page.querySelector('[data-plays="answer"]')?.parentElement?.className).toBe('playing')
})

const price = { lowest_micro_usd_per_hour: 420_000, median_micro_usd_per_hour: 500_000, offers: 2 }
const someStatistics: Statistics = {
  at: '2026-11-23T14:02:03.000Z',
  machines_online: 1_204,
  prices: { gpu: { now: price, days: [] }, cpu: { now: null, days: [] } },
  frames_today: 3,
  answers_today: 0,
}

/** jsdom has no layout, and nothing is ever seen in it. */
class NoObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

/** The page as it is built, without its styles. */
function setup(): Document {
  const source = readFileSync(path.join(import.meta.dirname, '../../../landing.html'), 'utf8')
  return new DOMParser().parseFromString(fillLanding(source), 'text/html')
}
