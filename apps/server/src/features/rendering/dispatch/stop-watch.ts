import type { ChunkReport } from '@gridloom/contract/agent/rendering'

/**
 * Reports come up to a quarter of a second after what they tell, and later where the line or this process is busy: so much of
 * a part's time may lie before the report that shows its beginning, or be seen in the next.
 */
const slackMs = 500

/** Times the parts of one chunk by our own clock, so that no machine is paid for more than it can have worked. */
export interface StopWatch {
  /** Takes the parts that a report newly shows as done; `atMs` is when it reached us. */
  see(report: ChunkReport, atMs: number): void
  /** The smaller of what the machine says a part took and what was seen, in whole milliseconds. */
  renderMs(key: string): number
  /** When a part was first shown as done; `undefined` before. */
  doneAtMs(key: string): number | undefined
}

/** `sinceMs`: the time of the chunk's last progress; its first part cannot have begun before. */
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
