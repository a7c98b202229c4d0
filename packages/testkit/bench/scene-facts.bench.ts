import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tokenCookie } from '@gridloom/contract/core/constants'
import { chromium, type Page } from '@playwright/test'
import { makeScene } from '../src/rendering/make-scene.ts'
import { signIn } from '../src/sign-up.ts'
import { type Bench, type Figure, percentile } from './bench.ts'
import { install } from './installation.ts'

const ballastMib = 100
const rounds = 7
const factsWithinMs = 1_000
/** One slice of the file: the memory that the page and its worker may use beyond what they used before. */
const sliceMibAtMost = 50

export const sceneFacts: Bench = {
  name: 'scene-facts',
  about: 'a .blend of 100 MiB is chosen in Chromium → its facts are on the page',
  async run(say) {
    await using installation = await install()
    const { url } = installation.processes
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-facts-'))
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    try {
      const context = await browser.newContext()
      const token = await signIn(installation.processes)
      await context.addCookies([{ name: tokenCookie, value: token, url }])
      const page = await context.newPage()
      const figures: Figure[] = []
      for (const compress of [false, true]) {
        const name = compress ? 'zstd' : 'plain'
        const file = await makeScene(folder, { ballastMib, compress }, `${name}.blend`)
        say(`${name}: ${((await stat(file)).size / 2 ** 20).toFixed(0)} MiB`)
        figures.push(...(await timeFacts(page, { address: `${url}/render`, file, name })))
      }
      return { figures }
    } finally {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface SceneRequest {
  address: string
  file: string
  name: string
}

async function timeFacts(page: Page, { address, file, name }: SceneRequest): Promise<Figure[]> {
  const took: number[] = []
  const grew: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address)
    await page.getByText('Choose a file').waitFor()
    const memory = await watchMemory(page)
    const startedMs = performance.now()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('Nothing was uploaded yet', { exact: false }).waitFor()
    took.push(performance.now() - startedMs)
    grew.push(await memory.grown())
  }
  return [
    { what: `${name}, p50`, value: percentile(took, 0.5), unit: 'ms' },
    { what: `${name}, slowest`, value: Math.max(...took), unit: 'ms', atMost: factsWithinMs },
    { what: `${name}, memory`, value: Math.max(...grew), unit: 'MiB', atMost: sliceMibAtMost },
  ]
}

/** Samples the memory of all page processes, workers included, every few milliseconds. */
async function watchMemory(page: Page) {
  const browser = await page.context().browser()?.newBrowserCDPSession()
  if (browser === undefined) throw new Error('the page has no browser')
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const pids = processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []))
  const before = await residentMib(pids)
  let peak = before
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentMib(pids))
  }, 10)
  return {
    async grown(): Promise<number> {
      clearInterval(timer)
      await browser.detach()
      return Math.max(peak, await residentMib(pids)) - before
    },
  }
}

async function residentMib(pids: readonly number[]): Promise<number> {
  const pages = await Promise.all(
    pids.map(async (pid) => Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])),
  )
  return pages.reduce((sum, count) => sum + count, 0) * (4_096 / 2 ** 20)
}
