import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { tokenCookie } from '@gridloom/contract/core/constants'
import { chromium, type Page } from '@playwright/test'
import lighthouse, { type Config, desktopConfig, type Flags } from 'lighthouse'
import { signIn } from '../src/sign-up.ts'
import { type Bench, type Figure, percentile } from './bench.ts'
import { install } from './installation.ts'
import { untilAgentQuiet } from './until-agent-quiet.ts'

const assetsFolder = fileURLToPath(new URL('../../../apps/web/dist/assets', import.meta.url))
const scriptAtMostKb = 200
const performanceAtLeast = 95
/** The landing page is the first that a visitor loads, so it promises more (docs/decisions/0179). */
const landingPerformanceAtLeast = 100
const landingPaintAtMostMs = 1_500
/** Of so many runs the best counts: other work on this machine, and a first cold one, only ever make one worse. */
const runs = 3
const routeChangeAtMostMs = 100
const routeChanges = 10
/** Any free port; Lighthouse finds the browser by it. */
const debuggingPort = 9_333

export const pages: Bench = {
  name: 'pages',
  about:
    'the built web app in Chromium on a desktop, and its landing page on a phone too: script of the first load, Lighthouse, and how fast a warm app changes its screen',
  async run(say) {
    await using installation = await install()
    await untilAgentQuiet(installation.processes)
    const { url } = installation.processes
    const token = await signIn(installation.processes)
    const context = await chromium.launchPersistentContext('', {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        `--remote-debugging-port=${debuggingPort}`,
      ],
      viewport: { width: 1350, height: 940 },
    })
    try {
      const page = await context.newPage()
      const kb = await firstLoadKb(page, `${url}/onboarding`)
      say(`first load: ${kb.toFixed(0)} kB of script`)
      const figures: Figure[] = [
        { what: '/onboarding: script, gzipped', value: kb, unit: 'kB', atMost: scriptAtMostKb },
        ...(await landingScores(`${url}/`, say)),
        ...(await scoresOf(`${url}/onboarding`, say)),
      ]
      await context.addCookies([{ name: tokenCookie, value: token, url }])
      for (const path of ['/instance', '/account'])
        figures.push(...(await scoresOf(`${url}${path}`, say)))
      return { figures: [...figures, ...(await timeRouteChanges(page, url))] }
    } finally {
      await context.close()
    }
  },
}

/**
 * The size of all scripts of a first visit, each compressed with gzip (the server sends it smaller or uncompressed).
 */
async function firstLoadKb(page: Page, address: string): Promise<number> {
  const files = new Set<string>()
  page.on('response', (response) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(new URL(response.url()).pathname)?.[1]
    if (name !== undefined) files.add(name)
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const known = new Set(await readdir(assetsFolder))
  let bytes = 0
  for (const file of files) {
    if (!known.has(file)) throw new Error(`${file} was loaded and is not in the build`)
    bytes += gzipSync(await readFile(`${assetsFolder}/${file}`), { level: 9 }).length
  }
  return bytes / 1_000
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The timings that the performance score consists of. */
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
] as const

type Say = (line: string) => void
type Audits = Awaited<ReturnType<typeof audited>>

/** Lighthouse's own phone: a slow 4G network, and a quarter of this machine's processor. */
const phone = { place: '/ on a phone', config: undefined } as const
const desktop = { place: '/', config: desktopConfig } as const

/** The landing page on a phone and on a desktop: its scores, its largest paint, and how far its layout shifts. */
async function landingScores(address: string, say: Say): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { place, config } of [phone, desktop]) {
    const lhr = await bestAudited(address, config)
    sayFailures(place, lhr, say)
    const paintMs = largestPaintMs(lhr)
    const shift = lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN
    figures.push(
      ...categoryScores(place, lhr, landingPerformanceAtLeast),
      { what: `${place}: largest paint`, value: paintMs, unit: 'ms', atMost: landingPaintAtMostMs },
      { what: `${place}: layout shift`, value: 100 * shift, unit: '%', atMost: 0 },
    )
  }
  return figures
}

async function bestAudited(address: string, config: Config | undefined): Promise<Audits> {
  const all: Audits[] = []
  for (let run = 0; run < runs; run += 1) all.push(await audited(address, config))
  const [best] = all.toSorted(
    (a, b) => performanceOf(b) - performanceOf(a) || largestPaintMs(a) - largestPaintMs(b),
  )
  if (best === undefined) throw new Error('there was no run')
  return best
}

function performanceOf({ categories }: Audits): number {
  return categories.performance?.score ?? 0
}

function largestPaintMs({ audits }: Audits): number {
  return audits['largest-contentful-paint']?.numericValue ?? Number.NaN
}

async function scoresOf(address: string, say: Say): Promise<Figure[]> {
  const lhr = await bestAudited(address, desktopConfig)
  const { pathname } = new URL(address)
  sayFailures(pathname, lhr, say)
  return categoryScores(pathname, lhr, performanceAtLeast)
}

/** @throws Error if Lighthouse has no result */
async function audited(address: string, config: Config | undefined) {
  const flags: Flags = {
    port: debuggingPort,
    onlyCategories: [...categories],
    disableStorageReset: true,
    logLevel: 'error',
  }
  const result = await lighthouse(address, flags, config)
  if (result === undefined) throw new Error(`Lighthouse said nothing of ${address}`)
  return result.lhr
}

function sayFailures(place: string, lhr: Audits, say: Say): void {
  for (const { title, score, scoreDisplayMode, details } of Object.values(lhr.audits)) {
    const isFailure = score !== null && score < 1 && scoreDisplayMode === 'binary'
    if (isFailure) say(`${place}: ${title} ${JSON.stringify(details ?? {}).slice(0, 160)}`)
  }
  say(`${place}: ${timings.map((id) => `${id} ${lhr.audits[id]?.displayValue}`).join(', ')}`)
}

function categoryScores(place: string, lhr: Audits, performanceAtLeast: number): Figure[] {
  return categories.map((category) => ({
    what: `${place}: ${category}`,
    value: (lhr.categories[category]?.score ?? 0) * 100,
    unit: 'points',
    atLeast: category === 'performance' ? performanceAtLeast : 100,
  }))
}

/**
 * From the click on the navigation to the first frame with the next screen's heading; every screen was opened before.
 */
async function timeRouteChanges(page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/instance`)
  await page.locator('h1').waitFor()
  const samples: number[] = []
  for (let round = 0; round < routeChanges; round += 1) {
    for (const screen of ['My instances', 'Machines', 'Rent']) {
      const took = await timeRouteChange(page, screen)
      if (round > 0) samples.push(took)
    }
  }
  return [
    { what: 'route change, p50', value: percentile(samples, 0.5), unit: 'ms' },
    {
      what: 'route change, p95',
      value: percentile(samples, 0.95),
      unit: 'ms',
      atMost: routeChangeAtMostMs,
    },
  ]
}

function timeRouteChange(page: Page, screen: string): Promise<number> {
  return page.evaluate(async (name) => {
    const heading = () => document.querySelector('h1')
    const before = heading()
    const links = [...document.querySelectorAll<HTMLElement>('nav a')]
    const link = links.find(({ textContent }) => textContent === name)
    const startedMs = performance.now()
    link?.click()
    while (heading() === before || heading() === null) {
      if (performance.now() - startedMs > 5_000) throw new Error(`${name} never came`)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return performance.now() - startedMs
  }, screen)
}
