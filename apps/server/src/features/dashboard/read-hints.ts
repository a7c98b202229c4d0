import type { SavingsHint } from '@gridloom/contract/dashboard/dashboard'
import { chargeFor } from '@gridloom/domain/money'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { readSavings } from '../instances/index.ts'
import { type CostlyInstance, listStoppedDisks, listWithoutRule } from './hints-store.ts'

const dayMs = 86_400_000
const monthS = 30 * 24 * 60 * 60
/** Instances whose history is read: each takes two queries. */
const lookedAt = 10
const shown = 5
/** The rule that the page of an instance suggests. */
const idleRule = { cpu_percent: 5, gpu_percent: 5, idle_minutes: 30 }
/** Less is not worth a hint: one cent in 30 days. */
const leastMicroUsd = 10_000

/** Returns ways for the caller to spend less, the highest saving first. */
export async function readHints(ctx: Ctx): Promise<SavingsHint[]> {
  const { accountId } = accountOf(ctx)
  const before = new Date(ctx.clock.now().getTime() - 7 * dayMs)
  const [running, stopped] = await Promise.all([
    listWithoutRule(ctx.db, accountId, lookedAt),
    listStoppedDisks(ctx.db, accountId, { before, limit: shown }),
  ])
  const idle = await Promise.all(running.map((instance) => idleHint(ctx, instance)))
  const disks = stopped.map(({ id, label, microUsdPerHour }) => ({
    kind: 'stopped_disk' as const,
    instance_id: id,
    label,
    micro_usd: chargeFor(microUsdPerHour, monthS),
  }))
  return [...idle.flat(), ...disks]
    .filter(({ micro_usd }) => micro_usd >= leastMicroUsd)
    .toSorted((one, other) => other.micro_usd - one.micro_usd)
    .slice(0, shown)
}

async function idleHint(ctx: Ctx, { id, label }: CostlyInstance): Promise<SavingsHint[]> {
  const { stop_idle: saving } = await readSavings(ctx, { id, ...idleRule })
  if (saving?.kind !== 'saved') return []
  const knownMs = ctx.clock.now().getTime() - Date.parse(saving.since)
  const micro_usd = Math.floor((saving.micro_usd * 30 * dayMs) / Math.max(dayMs, knownMs))
  return [{ kind: 'stop_idle', instance_id: id, label, micro_usd }]
}
