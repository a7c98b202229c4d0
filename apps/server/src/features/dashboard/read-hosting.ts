import { dashboardDays, type Hosting } from '@gridloom/contract/dashboard/dashboard'
import { connectedTime } from '@gridloom/domain/connected-time'
import { forecastEarnings } from '@gridloom/domain/earnings-forecast'
import { lastDays, periodAmounts } from '@gridloom/domain/period-amounts'
import { type SlotMinutes, utilization } from '@gridloom/domain/utilization'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { type ProductDay, selectProductDays } from '../ledger/index.ts'
import { type ConnectedMachine, listConnected } from '../machines/index.ts'
import { selectSlotDays } from '../monitoring/index.ts'

const dayMs = 86_400_000
type SlotDays = Awaited<ReturnType<typeof selectSlotDays>>

/** Returns what the caller's machines earned and how much they were rented; `null` if there never was one. */
export async function readHosting(ctx: Ctx): Promise<Hosting | null> {
  const { accountId } = accountOf(ctx)
  const machines = await listConnected(ctx.db, accountId)
  const [first] = machines
  if (first === undefined) return null
  const now = ctx.clock.now()
  const days = lastDays(now, dashboardDays)
  // A month has more days than are shown.
  const [since = now] = [31, dashboardDays].map((count) => startOf(lastDays(now, count)))
  const ids = machines.map(({ id }) => id)
  const [earned, slotDays] = await Promise.all([
    selectProductDays(ctx.db, accountId, { from: since, to: new Date(now.getTime() + dayMs) }),
    selectSlotDays(ctx.db, ids, startOf(days)),
  ])
  return {
    connectedTime: connectedTime(machines.reduce((sum, { onlineMs }) => sum + onlineMs, 0)),
    connected_since: first.enrolledAt.toISOString(),
    ...earningsOf(earned, machines, now),
    days: days.map((day) => ({
      day,
      earned_micro_usd: sumEarned(earned.filter((one) => one.day === day)),
      ...slotHours(slotDays.filter((one) => one.day === day)),
    })),
    utilization_percent: utilization(minutesOf(slotDays)),
    machines: machines
      .filter(({ removedAt }) => removedAt === null)
      .map((machine) => machineUse(machine, slotDays, days)),
  }
}

function earningsOf(
  days: readonly ProductDay[],
  machines: readonly ConnectedMachine[],
  now: Date,
): Pick<Hosting, 'earned' | 'forecast'> {
  const amounts = days.map(({ day, earned }) => ({ day, microUsd: earned }))
  const earned = periodAmounts(amounts, now)
  const week = lastDays(now, 7)
  const byPiece = days.filter(
    ({ day, product }) => week.includes(day) && (product === 'rendering' || product === 'models'),
  )
  const monthEndMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const micro_usd_per_hour = machines.reduce((sum, one) => sum + one.earningMicroUsdPerHour, 0)
  const micro_usd = forecastEarnings({
    earnedMicroUsd: earned.month_micro_usd,
    microUsdPerHour: micro_usd_per_hour,
    byPieceMicroUsd: sumEarned(byPiece),
    secondsLeft: (monthEndMs - now.getTime()) / 1_000,
  })
  return { earned, forecast: { micro_usd, micro_usd_per_hour } }
}

function machineUse(
  { id, onlineMs }: ConnectedMachine,
  slotDays: SlotDays,
  days: readonly string[],
): Hosting['machines'][number] {
  const own = slotDays.filter(({ machineId }) => machineId === id)
  return {
    machine_id: id,
    connectedTime: connectedTime(onlineMs),
    utilization_percent: utilization(minutesOf(own)),
    utilization_days: days.map((day) =>
      utilization(minutesOf(own.filter((one) => one.day === day))),
    ),
  }
}

function slotHours(
  days: SlotDays,
): Pick<Hosting['days'][number], 'slot_hours' | 'rented_slot_hours'> {
  const hours = (minutes: number) => Math.round((minutes / 60) * 100) / 100
  return {
    slot_hours: hours(days.reduce((sum, day) => sum + day.slotMinutes, 0)),
    rented_slot_hours: hours(days.reduce((sum, day) => sum + day.rentedSlotMinutes, 0)),
  }
}

function minutesOf(days: SlotDays): SlotMinutes[] {
  return days.map(({ slotMinutes, rentedSlotMinutes }) => ({
    slots: slotMinutes,
    rented: rentedSlotMinutes,
  }))
}

function sumEarned(days: readonly ProductDay[]): number {
  return days.reduce((sum, { earned }) => sum + earned, 0)
}

function startOf(days: readonly string[]): Date {
  return new Date(`${days[0]}T00:00:00.000Z`)
}
