import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { type InstancesFixture, withInstances } from '../../../test/instances.ts'
import { aHello } from '../../../test/messages.ts'
import { changeInstance } from './change-instance.ts'
import { destroyInstance } from './destroy-instance.ts'
import { loseSilent } from './lose-silent.ts'
import { readInstanceReceipt } from './read-instance-receipt.ts'
import { restartInstance } from './restart-instance.ts'
import { startInstance } from './start-instance.ts'
import { stopInstance } from './stop-instance.ts'

const phases = ['pulling', 'starting', 'running', 'stopping', 'stopped', 'failed'] as const
const stepsMax = 60

it.each([1, 2, 3, 4, 5, 6])(
  'releases hold and slot after any lifecycle and charges no second twice (seed %i)',
  async (seed) => {
    await using fixture = await withInstances({ creditMicroUsd: 50_000_000 })
    const random = randomFrom(seed)
    const { id } = await fixture.order()
    const machine = aMachine(fixture, id, random)
    for (let step = 0; step < stepsMax; step++) await live(fixture, id, { random, machine })
    await endLife(fixture, id, machine)

    expect(await fixture.money(id)).toMatchObject({ heldMicroUsd: 0 })
    expect(await fixture.slotsFree()).toBe(1)
    const receipt = await readInstanceReceipt(fixture.renter, id)
    expect(receipt).toMatchObject({ final: true })
    expect(receipt.lines.reduce((sum, line) => sum + line.micro_usd, 0)).toBe(
      receipt.total_micro_usd,
    )
    expect(receipt.running_s + receipt.stopped_s).toBeLessThanOrEqual(machine.countedS())
    await fixture.expectCleanLedger()
  },
)

it.each([1, 2, 3, 4])(
  'never lets cost and hold exceed the budget, whatever is reported and changed (seed %i)',
  async (seed) => {
    await using fixture = await withInstances({ creditMicroUsd: 50_000_000 })
    const random = randomFrom(seed)
    let budgetMicroUsd: number | null = 1_000_000
    const { id } = await fixture.order({ automation: { budget_micro_usd: budgetMicroUsd } })
    const machine = aMachine(fixture, id, random)
    const change = async () => {
      const wanted = random() < 0.1 ? null : Math.floor(random() * 3_000_000) + 10_000
      await changeInstance(renewed(fixture), { id, automation: { budget_micro_usd: wanted } })
      budgetMicroUsd = wanted
    }
    for (let step = 0; step < stepsMax; step++) {
      if (random() < 0.3) await change().catch(refusedOnly)
      else await live(fixture, id, { random, machine })
      const money = await fixture.money(id)
      const taken = (money?.chargedMicroUsd ?? 0) + (money?.heldMicroUsd ?? 0)
      expect(taken).toBeLessThanOrEqual(budgetMicroUsd ?? Number.POSITIVE_INFINITY)
    }
    await endLife(fixture, id, machine)
    await fixture.expectCleanLedger()
  },
)

/** The renter with another request, as each call of theirs is one. */
function renewed({ renter }: InstancesFixture): InstancesFixture['renter'] {
  return { ...renter, requestId: renter.ids.mint('instance') }
}

interface Life {
  random: () => number
  machine: Machine
}
type Machine = ReturnType<typeof aMachine>

/** One step: the renter and the machine act, often at once. */
async function live(fixture: InstancesFixture, id: InstanceId, { random, machine }: Life) {
  const { renter, system, clock } = fixture
  const verbs = [startInstance, stopInstance, restartInstance]
  const verb = verbs[Math.floor(random() * verbs.length)] ?? stopInstance
  const actions: (() => Promise<unknown>)[] = [
    () => verb(renter, id),
    () => machine.speak(),
    () => Promise.all([verb(renter, id).catch(refusedOnly), machine.speak()]),
    () => Promise.all([verb(renter, id).catch(refusedOnly), loseSilent(system)]),
    () => clock.advance(Math.floor(random() * 20_000)),
    async () => {
      await clock.advance(31_000)
      await loseSilent(system)
      await machine.speak()
    },
  ]
  const deed = actions[Math.floor(random() * actions.length)]
  await deed?.().catch(refusedOnly)
}

/** Ends the instance: the machine reports it stopped and, after its destruction, destroyed. */
async function endLife(fixture: InstancesFixture, id: InstanceId, machine: Machine) {
  await machine.speak('stopped')
  await destroyInstance(fixture.renter, id)
  await machine.speak('destroyed')
}

/** A machine whose counters only rise, whose phases are random, and which sometimes lags a generation behind. */
function aMachine(fixture: InstancesFixture, id: InstanceId, random: () => number) {
  let report: InstanceReport = fixture.report(id)
  let saidAt = fixture.clock.now().getTime()
  return {
    countedS: () => report.ready_s + report.stopped_s,
    async speak(reported?: InstanceReport['phase']) {
      const nowMs = fixture.clock.now().getTime()
      const passedS = Math.floor((nowMs - saidAt) / 1_000)
      saidAt = nowMs
      const { generation } = await fixture.row(id)
      const phase = reported ?? phases[Math.floor(random() * phases.length)] ?? 'running'
      const behind = reported === undefined && random() < 0.3 ? 1 : 0
      report = {
        ...report,
        phase,
        ready: phase === 'running' && random() < 0.8,
        ready_s: report.ready_s + (report.ready ? passedS : 0),
        stopped_s: report.stopped_s + (report.phase === 'stopped' ? passedS : 0),
        observed_generation: Math.max(1, generation - behind),
      }
      const passing = { kind: 'instance', report } as const
      if (random() < 0.3) await fixture.say(passing)
      else if (random() < 0.2) await fixture.say(aHello({ instances: [report] }))
      else await fixture.heartbeat([report])
    },
  }
}

/** Verbs may be refused; any other error fails the test. */
function refusedOnly(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

/** Numbers in [0, 1), the same for the same seed. Source: Park and Miller, "minimal standard" generator, 1988. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
