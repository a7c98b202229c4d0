import type { CDPSession, Page } from '@playwright/test'

/** The frames and tasks of a page during a measurement. */
export interface Watched {
  /** The time from each frame to the next, by the timestamps of the frames. */
  frameMs: number[]
  /** Each task that blocked the page for more than 50 ms. */
  longTasksMs: number[]
  /**
   * After each frame: the distance of the row in the middle from the box's top, and of the visible part from the end.
   */
  placesPx: number[]
  fromEndPx: number[]
  /** Percent of one core: the whole main thread, and parts of it. */
  busy: { all: number; script: number; styleAndLayout: number }
}

interface Watching {
  /** Selector of the box that scrolls. */
  box: string
  /** Selector of its rows; the one in the middle of the visible part is followed. */
  rows: string
  spanMs: number
}

/** Measures a page for a while at almost no cost to it: it only reads values that the browser has anyway. */
export async function watchFrames(page: Page, watching: Watching): Promise<Watched> {
  const line = await page.context().newCDPSession(page)
  // The thread's own CPU time, without other load on the machine.
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

/** Runs in the page, so it can use nothing from this module. */
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
  // A message posted in a frame arrives after layout, so that reading positions then forces none.
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
