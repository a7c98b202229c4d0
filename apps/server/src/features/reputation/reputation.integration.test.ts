import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf } from '../../../test/instances.ts'
import { aHardware, aHello } from '../../../test/messages.ts'
import { type ReputationFixture, withReputation } from '../../../test/reputation.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { recordOnlineHours } from '../machines/record-online-hours.ts'
import { readOffer } from '../market/read-offer.ts'
import { inheritFacts, noteEarlierMachines } from './evidence/inherit-facts.ts'
import { partyOfFact } from './evidence/party-of-fact.ts'
import { type NewFact, recordFact } from './evidence/record-fact.ts'
import { tidyEvidence } from './evidence/tidy-evidence.ts'
import { beginMeasurement } from './facts/measurements-store.ts'
import { recordUptime } from './facts/record-uptime.ts'
import { computeScore, computeScores } from './score/compute-scores.ts'
import { readTrust } from './score/read-trust.ts'

const dayMs = 86_400_000

describe('facts', () => {
  it('of a rental are its start and its end, once, and name no renter', async () => {
    await using site = await withReputation()
    const id = await ended(site, 600)
    for (const _ of [1, 2]) await site.deliver()
    const facts = await site.facts()
    expect(facts.map(({ kind, value }) => [kind, value])).toEqual([
      ['start', evidenceValueMax],
      ['rental', evidenceValueMax],
    ])
    const text = JSON.stringify(facts)
    expect(text).not.toContain(id)
    expect(text).not.toContain(accountIdOf(site.renter))
    expect(facts[0]?.party).toMatchObject({ own: false, other_providers: 0 })
    expect(facts[0]?.party?.digest).toBe(facts[1]?.party?.digest)
  })

  it('of a machine that lost the disk of a rental are bad, whatever comes later', async () => {
    await using site = await withReputation()
    const id = await site.running()
    await site.pass(600, site.report(id, { ready: true }))
    await site.say(aHello({ instances: [] }))
    await site.deliver()
    expect(await site.facts()).toMatchObject([
      { kind: 'start', value: evidenceValueMax },
      { kind: 'rental', value: 0, cause: 'disk_lost' },
    ])
  })

  it('of an outage of a rental are bad, after ten minutes', async () => {
    await using site = await withReputation()
    const id = await site.running()
    const up = await site.pass(60, site.report(id, { ready: true }))
    await site.fallSilent()
    await site.clock.advance(700_000)
    await site.say(aHello({ instances: [up] }))
    await site.deliver()
    expect(await site.facts()).toMatchObject([{ kind: 'start' }, { value: 0, cause: 'outage' }])
  })

  it('blame a failed start on the machine only where it cannot be the image', async () => {
    await using site = await withReputation({ cpuSlots: 2 })
    await failed(site, 'image_not_found')
    await failed(site, 'gpu_missing')
    await site.deliver()
    expect(await site.facts()).toMatchObject([{ kind: 'start', value: 0, cause: 'gpu_missing' }])
  })

  it('of who shares a company with the provider weigh nothing', async () => {
    await using site = await withReputation()
    await site.relate()
    await site.running()
    await site.deliver()
    await computeScore(site.ctx, site.machineId)
    expect((await site.facts()).map(({ party }) => party?.own)).toEqual([true])
    expect(await site.trust()).toMatchObject({ score: null, facts_weight: 0 })
    await site.expectRecomputable()
  })

  it('show the same renter as another digest on each machine', async () => {
    await using site = await withReputation()
    const use = { renterId: accountIdOf(site.renter), providerId: accountIdOf(site.provider) }
    const digestAt = (machineId: MachineId) =>
      site.ctx.transact(
        async (tx) => (await partyOfFact(site.ctx, tx, { machineId, ...use })).digest,
      )
    const other = site.ctx.ids.mint('machine')
    expect(await digestAt(site.machineId)).toBe(await digestAt(site.machineId))
    expect(await digestAt(other)).not.toBe(await digestAt(site.machineId))
  })

  it('of a machine that reports less hardware while it is listed are bad', async () => {
    await using site = await withReputation()
    const hardware = aHardware({ memory_mib: 8_192 })
    for (const _ of [1, 2]) await site.say(aHello({ hardware }))
    await site.deliver()
    expect(await site.facts()).toMatchObject([
      {
        ...{ kind: 'measurement', value: 0, cause: 'hardware_reduced' },
        figure: { kind: 'memory_mib', advertised: 16_384, measured: 8_192 },
      },
    ])
  })

  it('of measurements are those that the installation asked for, each figure once', async () => {
    await using site = await withReputation()
    await measured(site, 1_000)
    await measured(site, 700)
    await site.deliver()
    expect(await site.facts()).toEqual([])
    await sql`insert into reputation_measurements (machine_id, reason, asked_at)
      values (${site.machineId}, 'random', ${site.clock.now()})`.execute(site.db)
    const asked = { machineId: site.machineId, reason: 'random' } as const
    await site.ctx.transact((tx) => beginMeasurement(tx, asked, site.clock.now()))
    await measured(site, 500)
    await measured(site, 1_000)
    await site.deliver()
    expect(await site.facts()).toMatchObject([
      {
        ...{ value: 0, cause: 'below_advertised' },
        figure: { kind: 'cpu_multi_mops', advertised: 700, measured: 500 },
      },
    ])
  })

  it('of uptime are one a day, over the hours in which the machine was listed', async () => {
    await using site = await withReputation()
    await toMidnight(site)
    for (let hour = 0; hour < 25; hour++) {
      if (hour < 12) await online(site)
      else await site.clock.advance(3_600_000)
      await recordOnlineHours(site.ctx)
      for (const _ of [1, 2]) await recordUptime(site.ctx)
    }
    const facts = await site.facts()
    expect(facts).toMatchObject([{ kind: 'uptime' }])
    expect(facts[0]?.value).toBe(500)
  })

  it('are limited by day, so that nobody fills the table', async () => {
    await using site = await withReputation()
    const party = { digest: '1'.repeat(64), own: false, other_providers: 2 }
    for (let at = 0; at < 60; at++) {
      await add(site, { source: `a ${at}` })
      await add(site, { source: `b ${at}`, party, kind: 'rental' })
    }
    const counts = Map.groupBy(await site.facts(), ({ kind }) => kind)
    expect(counts.get('start')).toHaveLength(50)
    expect(counts.get('rental')).toHaveLength(10)
    await add(site, { source: 'bad', value: 0 })
    expect((await site.facts()).at(-1)).toMatchObject({ kind: 'start', value: 0 })
  })

  it('are shown by part too, the newest of them', async () => {
    await using site = await withReputation()
    for (let at = 0; at < 4; at++) await add(site, { source: `start ${at}` })
    await add(site, { source: 'end', kind: 'rental' })
    const of = async (query: Parameters<typeof site.facts>[1]) =>
      (await site.facts(site.machineId, query)).map(({ number }) => number)
    expect(await of({ part: 'early_ends' })).toEqual([5])
    expect(await of({ part: 'starts', last: 2 })).toEqual([3, 4])
    expect(await of({ last: 1 })).toEqual([5])
  })

  it('cannot be changed, not even by the database’s own user', async () => {
    await using site = await withReputation()
    await add(site, { source: '1' })
    await expect(sql`update reputation_evidence set value = 0`.execute(site.db)).rejects.toThrow(
      'never changed',
    )
  })
})

describe('a score', () => {
  it('is recomputed from the published facts to the same number, whatever they are', async () => {
    await using site = await withReputation()
    await fc.assert(
      fc.asyncProperty(fc.array(anyFact, { maxLength: 12 }), async (facts) => {
        for (const fact of facts) await add(site, fact)
        await computeScore(site.ctx, site.machineId)
        await site.expectRecomputable()
      }),
      { numRuns: 15 },
    )
  })

  it('is null for a new machine, and written to its offers once it is known', async () => {
    await using site = await withReputation()
    const { id } = await site.offerOf(site.machineId)
    expect(await readOffer(site.renter, id)).toMatchObject({ trust_score: null })
    for (let at = 0; at < 10; at++) await add(site, { source: String(at) })
    await computeScores(site.ctx)
    expect(await readOffer(site.renter, id)).toMatchObject({ trust_score: 100 })
    await site.say(aHello({ hardware: aHardware({ disk_free_gb: 100 }) }))
    expect(await readOffer(site.renter, id)).toMatchObject({ trust_score: 100 })
    expect(await site.trust()).toMatchObject({ score: 100, provider_score: 100 })
  })

  it('is computed again for new facts, at most once a minute, and every day', async () => {
    await using site = await withReputation()
    await add(site, { source: '1' })
    await computeScores(site.ctx)
    await add(site, { source: '2' })
    await computeScores(site.ctx)
    expect((await site.trust()).head.number).toBe(1)
    await site.clock.advance(61_000)
    await computeScores(site.ctx)
    expect((await site.trust()).head.number).toBe(2)
    const { computed_at } = await site.trust()
    await site.clock.advance(dayMs)
    await computeScores(site.ctx)
    expect((await site.trust()).computed_at).not.toBe(computed_at)
    await site.expectRecomputable()
  })

  it('stays the same and checkable when old facts are deleted', async () => {
    await using site = await withReputation()
    const long = new Date(site.clock.now().getTime() - 182 * dayMs)
    const past = { ...site.ctx, clock: { ...site.clock, now: () => long } }
    for (let at = 0; at < 5; at++)
      await add({ ...site, ctx: past }, { source: `old ${at}`, value: 0, daysAgo: 182 })
    for (let at = 0; at < 12; at++) await add(site, { source: `new ${at}` })
    await computeScore(site.ctx, site.machineId)
    const before = await site.trust()
    for (const _ of [1, 2]) await tidyEvidence(site.ctx)
    expect(await site.facts()).toHaveLength(12)
    expect(await site.trust()).toEqual({
      ...before,
      anchor: expect.objectContaining({ number: 5 }),
    })
    await site.expectRecomputable()
  })

  it('finds the machines that cheat, as the offers show it', async () => {
    await using site = await withReputation()
    const bad = {
      honest: (_fact: number) => false,
      drops: (fact: number) => fact % 3 === 0,
    } as const
    const scores: Record<string, number | null> = {}
    for (const [name, isBad] of Object.entries(bad)) {
      const machineId = await site.machine({}, name)
      for (let at = 0; at < 20; at++) {
        const party = { digest: String(at % 5).repeat(64), own: false, other_providers: 2 }
        const value = isBad(at) ? 0 : evidenceValueMax
        const fact = { machineId, source: `${name} ${at}`, kind: 'rental', value, party } as const
        await add(site, { ...fact, daysAgo: at })
        // Rentals from oneself and by one friend, which are all good.
        const own = { digest: 'f'.repeat(64), own: true, other_providers: 2 }
        await add(site, {
          ...fact,
          source: `own ${name} ${at}`,
          value: evidenceValueMax,
          party: own,
        })
      }
      await computeScore(site.ctx, machineId)
      await site.expectRecomputable(machineId)
      scores[name] = (await site.offerOf(machineId)).trust_score
    }
    expect(scores.honest).toBe(100)
    expect(scores.drops).toBeLessThan(80)
  })

  it('is not reset by enrolling the computer again', async () => {
    await using site = await withReputation()
    for (let at = 0; at < 4; at++) await add(site, { source: `bad ${at}`, value: 0 })
    await add(site, { source: 'good' })
    const again = await site.machine({}, 'again')
    const enrolled = { machineId: again, before: [site.machineId] }
    await site.ctx.transact((tx) => noteEarlierMachines(site.ctx, tx, enrolled))
    for (const _ of [1, 2]) await inheritFacts(site.ctx)
    const facts = await site.facts(again)
    expect(facts.map(({ value }) => value)).toEqual([0, 0, 0, 0])
    await computeScore(site.ctx, again)
    await site.expectRecomputable(again)
  })
})

it('is shown to nobody but its provider while a machine is unlisted', async () => {
  await using site = await withReputation()
  const stranger = site.ctxOf(site.someone())
  await expect(readTrust(stranger, site.machineId)).resolves.toMatchObject({ score: null })
  await changeMachine(site.provider, site.machineId, { listed: false })
  for (const id of [site.machineId, stranger.ids.mint('machine')])
    await expect(readTrust(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readTrust(site.ctxOf(site.provider), site.machineId)).resolves.toBeDefined()
})

const anyFact = fc.record({
  source: fc.uuid(),
  kind: fc.constantFrom('start', 'rental', 'measurement', 'review', 'uptime', 'dispute'),
  value: fc.integer({ min: 0, max: evidenceValueMax }),
  daysAgo: fc.integer({ min: 0, max: 200 }),
  party: fc.option(
    fc.record({
      digest: fc.integer({ min: 1, max: 3 }).map((party) => String(party).repeat(64)),
      own: fc.boolean(),
      other_providers: fc.integer({ min: 0, max: 2 }),
    }),
    { nil: null },
  ),
})

async function add(
  site: Pick<ReputationFixture, 'ctx' | 'clock' | 'machineId'>,
  { daysAgo = 0, ...fact }: Partial<NewFact> & { source: string; daysAgo?: number },
): Promise<void> {
  const at = new Date(site.clock.now().getTime() - daysAgo * dayMs)
  const whole: NewFact = {
    ...{ machineId: site.machineId, kind: 'start', value: evidenceValueMax, at },
    ...fact,
  }
  await site.ctx.transact((tx) => recordFact(site.ctx, tx, whole))
}

/** A rental that ran and was destroyed. */
async function ended(site: ReputationFixture, seconds: number): Promise<InstanceId> {
  const id = await site.running()
  const up = await site.pass(seconds, site.report(id, { ready: true }))
  await site.destroy(id)
  await site.heartbeat([{ ...up, phase: 'destroyed', observed_generation: 2 }])
  return id
}

async function failed(
  site: ReputationFixture,
  code: NonNullable<InstanceReport['reason']>['code'],
): Promise<void> {
  const { id } = await site.order()
  const reason = { code, text: '', exit_code: null }
  await site.heartbeat([site.report(id, { phase: 'failed', reason })])
}

async function measured(site: ReputationFixture, value: number): Promise<void> {
  await site.clock.advance(1_000)
  const measured_at = site.clock.now().toISOString()
  await site.say({ kind: 'benchmark', benchmark: { kind: 'cpu_multi_mops', value, measured_at } })
}

/** Lets an hour pass in which the machine was online: as its heartbeats would, which take a test minutes. */
async function online(site: ReputationFixture): Promise<void> {
  await site.clock.advance(3_600_000)
  await sql`update machine_heartbeats set online_ms = online_ms + 3600000`.execute(site.db)
}

async function toMidnight(site: ReputationFixture): Promise<void> {
  const nowMs = site.clock.now().getTime()
  await site.clock.advance(dayMs - (nowMs % dayMs))
  await site.heartbeat([])
  await recordOnlineHours(site.ctx)
}
