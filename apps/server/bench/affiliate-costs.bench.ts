import { cpus, loadavg } from 'node:os'
import { systemClock } from '@gridloom/async/clock'
import { NewMission } from '@gridloom/contract/missions/mission'
import { anActor } from '@gridloom/testkit/actor'
import { startTestCluster } from '@gridloom/testkit/cluster'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { reviewAffiliate } from '../src/features/affiliate/fraud/review-affiliate.ts'
import { sumFeeDays } from '../src/features/ledger/sum-fee-days.ts'
import { claimMission } from '../src/features/missions/claims/claim-mission.ts'
import { createMission } from '../src/features/missions/operator/missions.ts'
import { publishMission } from '../src/features/missions/operator/publish-mission.ts'
import { seedAffiliates } from './seed-affiliates.ts'

const scale = Number(process.argv[2] ?? 1)
const reviews = 200
const claims = 100

/**
 * Reviews affiliates among 5,000 with 100,000 referrals and 1,000,000 clicks, and claims the reward of a mission in a tree
 * of 10,000 accounts with 1,000,000 charges in 90 days. Prints how long each took. An argument makes everything smaller.
 */
async function main(): Promise<void> {
  await using cluster = await startTestCluster()
  await using fixture = await withDatabase(cluster.url)
  const { db, clock } = fixture
  const ctx = { ...fixture.ctx(), publicUrl: 'https://gridloom.example' }
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
  const sized = (count: number) => Math.ceil(count * scale)
  const { affiliates, tree } = await seedAffiliates(db, clock.now(), {
    ...{ affiliates: sized(5_000), referrals: sized(100_000), clicks: sized(1_000_000) },
    ...{ tree: sized(10_000), charges: sized(1_000_000) },
  })
  say(`stored; load ${loadavg()[0]?.toFixed(0)}`)
  report('days', await each([0], () => sumFeeDays(ctx)))
  await sql`analyze kept_fee_days`.execute(db)
  const [largest = tree[0]] = affiliates
  if (largest === undefined) throw new RangeError('there are no affiliates')
  const review = (affiliate: typeof largest) =>
    ctx.transact((tx) => reviewAffiliate(ctx, tx, { affiliate }))
  report('review', await each(affiliates.slice(1, 1 + reviews), review))
  report('largest', await each(Array(10).fill(largest), review))
  report('tree', await each(tree.slice(0, 10), review))

  const operator = { ...ctx, actor: anActor(largest, { role: 'operator' }) }
  const now = clock.now().getTime()
  const mission = NewMission.parse({
    ...{ title: 'Add an SSH key', steps: [{ fact: 'ssh_keys', at_least: 1 }], repeat: 'once' },
    ...{ reward_micro_usd: 10_000, claims_max: claims },
    starts_at: new Date(now - 86_400_000).toISOString(),
    ends_at: new Date(now + 86_400_000).toISOString(),
  })
  await publishMission(operator, (await createMission(operator, mission)).id)
  // Of every height: the first accounts are at the top.
  const step = Math.floor(tree.length / claims)
  const claimers = Array.from({ length: claims }, (_, n) => tree[n * step] ?? largest)
  const claim = async (id: typeof largest) =>
    claimMission({ ...ctx, actor: anActor(id) }).catch((error) => {
      if (error?.code !== 'mission_reward_bound') throw error
    })
  report('claim', await each(claimers, claim))
}

async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (const one of all) {
    const beganMs = systemClock.monotonicMs()
    await work(one)
    took.push(systemClock.monotonicMs() - beganMs)
  }
  return took
}

function report(what: string, took: readonly number[]): void {
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) =>
    (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(1)
  say(
    `${what}: p50 ${at(0.5)} ms; p95 ${at(0.95)} ms; slowest ${at(1)} ms; load ${loadavg()[0]?.toFixed(0)}`,
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
