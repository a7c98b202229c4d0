import type { ChunkReport } from '@gridloom/contract/agent/rendering'

/**
 * The tolerance for delays of reports: they arrive up to a quarter of a second late, or later if the connection or this
 * process is busy. This much of a part's time may lie before the report that shows its start, or appear in the next.
 */
const slackMs = 500

/**
 * Times the parts of one chunk by the server's clock, so that no machine is paid for more time than it can have worked.
 */
export interface StopWatch {
  /** Records the parts that a report newly shows as done; `atMs` is when the report arrived. */
  see(report: ChunkReport, atMs: number): void
  /** Returns the smaller of the reported and the measured time of a part, in whole milliseconds. */
  renderMs(key: string): number
  /** Returns when a part was first reported as done; `undefined` before. */
  doneAtMs(key: string): number | undefined
}

/** Starts timing. `sinceMs`: the time of the chunk's last progress; its first part cannot have begun before. */
export function startStopWatch(sinceMs: number): StopWatch {
  let countedMs = sinceMs
  const times = new Map<string, number>()
  const doneAt = new Map<string, number>()
  return {
    see({ pieces: parts, phase }, atMs) {
      if (phase === 'waiting' || phase === 'fetching')
        countedMs = Math.max(countedMs, atMs - slackMs)
      const news = parts.filter(({ key, state }) => state === 'done' && !times.has(key))
      const spanMs = Math.max(0, atMs - countedMs)
      const said = news.map((part) => Math.max(0, (part.render_s ?? 0) * 1_000))
      const saidMs = said.reduce((sum, ms) => sum + ms, 0)
      const share = saidMs > spanMs ? spanMs / saidMs : 1
      for (const { key } of news) doneAt.set(key, atMs)
      for (const [index, { key }] of news.entries())
        times.set(key, Math.floor((said[index] ?? 0) * share))
      if (news.length > 0) countedMs = Math.max(countedMs + saidMs * share, atMs - slackMs)
    },
    renderMs: (key) => times.get(key) ?? 0,
    doneAtMs: (key) => doneAt.get(key),
  }
}
