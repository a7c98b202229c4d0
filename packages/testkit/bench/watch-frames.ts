import type { CDPSession, Page } from '@playwright/test'

/** What a page did while it was watched. */
export interface Watched {
  /** From each frame to the next, by the clock of frames itself. */
  frameMs: number[]
  /** Each task that kept the page from hearing anybody for more than 50 ms. */
  longTasksMs: number[]
  /** After each frame: how far from the box's top stands what is read, and how far below is the end. */
  placesPx: number[]
  fromEndPx: number[]
  /** Of one core, in percent: all that the main thread did, and parts of it. */
  busy: { all: number; script: number; styleAndLayout: number }
}

interface Watching {
  /** The box that scrolls. */
  box: string
  /** What stands in it, one below the other; read is the one in the middle of what is shown. */
  rows: string
  spanMs: number
}

/** Watches a page for a while and costs it next to nothing: what it is asked, it knows already. */
export async function watchFrames(page: Page, watching: Watching): Promise<Watched> {
  const line = await page.context().newCDPSession(page)
  // The thread's own time: what else the machine does is not in it.
  await line.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await secondsOf(line)
  const startedMs = performance.now()
  const seen = await page.evaluate(recordFrames, watching)
  const tookS = (performance.now() - startedMs) / 1_000
  const after = await secondsOf(line)
  await line.detach()
  const share = (...names: string[]) =>
    names.reduce((sum, name) => sum + (100 * ((after[name] ?? 0) - (before[name] ?? 0))) / tookS, 0)
  return {
    ...seen,
    busy: {
      all: share('TaskDuration'),
      script: share('ScriptDuration'),
      styleAndLayout: share('RecalcStyleDuration', 'LayoutDuration'),
    },
  }
}

/** Source: Chrome DevTools Protocol, `Performance.getMetrics`. */
async function secondsOf(line: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await line.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Runs in the page, and must bring all that it needs. */
function recordFrames({ box, rows, spanMs }: Watching): Promise<Omit<Watched, 'busy'>> {
  const scroller = document.querySelector(box)
  if (scroller === null) throw new Error(`there is no ${box}`)
  const { top, height } = scroller.getBoundingClientRect()
  const read = [...scroller.querySelectorAll(rows)].find(
    (row) => row.getBoundingClientRect().bottom > top + height / 2,
  )
  if (read === undefined) throw new Error(`${box} shows no ${rows}`)
  const framesAtMs: number[] = []
  const longTasksMs: number[] = []
  const placesPx: number[] = []
  const fromEndPx: number[] = []
  const longTasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs.push(duration)
  })
  longTasks.observe({ entryTypes: ['longtask'] })
  // A message from a frame is heard behind it, when everything is laid out: asking then forces nothing.
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = () => {
    placesPx.push(read.getBoundingClientRect().top - top)
    fromEndPx.push(scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop)
  }
  return new Promise((resolve) => {
    function onFrame(atMs: number): void {
      framesAtMs.push(atMs)
      port1.postMessage(null)
      if (atMs - (framesAtMs[0] ?? atMs) < spanMs) {
        requestAnimationFrame(onFrame)
        return
      }
      longTasks.disconnect()
      const frameMs = framesAtMs.slice(1).map((ms, at) => ms - (framesAtMs[at] ?? ms))
      resolve({ frameMs, longTasksMs, placesPx, fromEndPx })
    }
    requestAnimationFrame(onFrame)
  })
}
