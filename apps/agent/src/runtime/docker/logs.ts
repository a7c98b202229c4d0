import type { LogLine } from '@gridloom/contract/instances/logs'
import type { EngineLogSelection } from '../port.ts'
import { type EngineApi, piecesOf } from './engine-api.ts'
import { linesOf, readLogFrames } from './log-frames.ts'

/** A day: a container may be silent that long while its log is followed. */
const followIdleMs = 86_400_000

/** Yields the lines of a container, oldest first; ends when the container ends or there are no more. */
export async function* readContainerLogs(
  api: EngineApi,
  log: { name: string; selection: EngineLogSelection; signal: AbortSignal },
): AsyncIterable<LogLine> {
  const { name, selection, signal } = log
  const query = {
    stdout: true,
    stderr: true,
    timestamps: true,
    follow: selection.follow,
    tail: String(selection.tail),
    since: selection.since === undefined ? undefined : engineTime(selection.since),
  }
  const idleMs = selection.follow ? followIdleMs : undefined
  const path = `/containers/${name}/logs`
  const answer = await api.stream({ method: 'GET', path, query, signal, idleMs })
  let at = selection.since ?? ''
  for await (const frame of readLogFrames(piecesOf(answer, signal))) {
    for (const line of linesOf(frame, at)) {
      at = line.at
      yield line
    }
  }
}

/** RFC 3339 → the `seconds.nanoseconds` that the engine accepts, with the full fraction. */
export function engineTime(at: string): string {
  const fraction = /\.(\d{1,9})/.exec(at)?.[1] ?? '0'
  const seconds = Math.floor(Date.parse(at.replace(/\.\d+/, '')) / 1000)
  return `${seconds}.${fraction.padEnd(9, '0')}`
}
