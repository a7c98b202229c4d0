import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Saving, Savings, SavingsQuery } from '@gridloom/contract/instances/savings'
import {
  beyondRunTime,
  idleTime,
  type RanSpan,
  runsOf,
  savedIn,
  stoppedBySchedule,
} from '@gridloom/domain/savings'
import type { Ctx } from '../../../platform/ctx.ts'
import { readRuns } from '../../ledger/index.ts'
import { ownedInstance } from '../owned-instance.ts'
import type { InstanceRow } from '../schema.ts'
import { problemOfCron, timesBetween } from './cron.ts'
import { listHistoryMinutes } from './history-store.ts'

const dayMs = 24 * 60 * 60_000
const historyDays = 30
/** Less says nothing about a rule: a day of history, and an hour in which the instance ran. */
const leastHistoryMs = dayMs
const leastRanMs = 60 * 60_000
/** Times of a schedule in the history: at most four an hour. */
const timesMax = historyDays * 24 * 4

/**
 * Estimates what rules would have saved, from the charged intervals and the metrics of an instance.
 * @throws Refused `not_found`
 */
export async function readSavings(
  ctx: Ctx,
  { id, ...query }: SavingsQuery & { id: InstanceId },
): Promise<Savings> {
  const row = await ownedInstance(ctx, id)
  const now = ctx.clock.now()
  const since = new Date(Math.max(row.created_at.getTime(), now.getTime() - historyDays * dayMs))
  const spans = (await readRuns(ctx.db, id, since)).map(({ from, to }) => ({
    fromMs: Math.max(from.getTime(), since.getTime()),
    toMs: to.getTime(),
  }))
  const history = { row, runs: runsOf(spans), since, now }
  return {
    stop_after: stopAfter(history, query),
    stop_idle: await stopIdle(ctx, history, query),
    schedule: schedule(history, query),
  }
}

interface History {
  row: InstanceRow
  runs: readonly RanSpan[]
  since: Date
  now: Date
}

function stopAfter(history: History, { stop_after_s: stopAfterS }: SavingsQuery): Saving | null {
  return stopAfterS === undefined ? null : saving(history, beyondRunTime(history.runs, stopAfterS))
}

/** Only since whose connections are known: a sample from before says nothing of who was connected. */
async function stopIdle(
  ctx: Ctx,
  history: History,
  { cpu_percent, gpu_percent, idle_minutes }: SavingsQuery,
): Promise<Saving | null> {
  if (cpu_percent === undefined || gpu_percent === undefined || idle_minutes === undefined)
    return null
  const below = { cpu_percent, gpu_percent }
  const minutes = await listHistoryMinutes(ctx.db, history.row, { since: history.since, below })
  const firstMs = minutes.find(({ idle }) => idle !== null)?.atMs
  if (firstMs === undefined) return { kind: 'too_little_history', since: null }
  const since = new Date(Math.max(firstMs, history.since.getTime()))
  return saving({ ...history, since }, idleTime(history.runs, minutes, idle_minutes))
}

function schedule(history: History, query: SavingsQuery): Saving | null {
  const { time_zone: timeZone, start, stop } = query
  if (timeZone === undefined || stop === undefined) return null
  const expressions = start === undefined ? [stop] : [start, stop]
  if (expressions.some((one) => problemOfCron(one, timeZone, history.now) !== undefined))
    return null
  const timesOf = (expression: string) =>
    timesBetween(
      { expression, timeZone },
      { after: history.since, until: history.now, max: timesMax },
    ).map((at) => at.getTime())
  const times = {
    startsMs: start === undefined ? [] : timesOf(start),
    stopsMs: timesOf(stop),
  }
  return saving(history, stoppedBySchedule(history.runs, times))
}

function saving({ row, runs, since, now }: History, spans: readonly RanSpan[]): Saving {
  const ranMs = runs.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, toMs - Math.max(fromMs, since.getTime())),
    0,
  )
  const isKnown = now.getTime() - since.getTime() >= leastHistoryMs && ranMs >= leastRanMs
  if (!isKnown) return { kind: 'too_little_history', since: since.toISOString() }
  const { seconds, microUsd } = savedIn(spans, {
    runningMicroUsdPerHour: row.running_micro_usd_per_hour,
    stoppedMicroUsdPerHour: row.stopped_micro_usd_per_hour,
  })
  return { kind: 'saved', since: since.toISOString(), seconds, micro_usd: microUsd }
}
