import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { AgentMessage, InstanceReport } from '@gridloom/contract/agent/protocol'
import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import { Order } from '@gridloom/contract/instances/order'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createOpenConnections } from '../src/features/instances/connections/open-connections.ts'
import type { InstancesCtx } from '../src/features/instances/ctx.ts'
import { destroyInstance } from '../src/features/instances/destroy-instance.ts'
import { handleMessage } from '../src/features/instances/handle-message.ts'
import { instancesFeature } from '../src/features/instances/index.ts'
import { findInstance } from '../src/features/instances/instances-store.ts'
import { loseSilent } from '../src/features/instances/lose-silent.ts'
import { orderInstance } from '../src/features/instances/order-instance.ts'
import { logReadsAtOnce } from '../src/features/instances/read-logs.ts'
import type { InstanceRow } from '../src/features/instances/schema.ts'
import { createUnsettledGaps } from '../src/features/instances/unsettled-gaps.ts'
import {
  checkLedger,
  giveOperatorCredit,
  openLedgerAccount,
  placeHold,
  readInstanceMoney,
} from '../src/features/ledger/index.ts'
import { changeMachine } from '../src/features/machines/change-machine.ts'
import { allFeatures } from '../src/platform/all-features.ts'
import { createAtOnce } from '../src/platform/at-once.ts'
import { giveCredit } from './credit.ts'
import { fakeChanges } from './fake-changes.ts'
import { fakeGateway } from './fake-gateway.ts'
import { aReport } from './instance-builders.ts'
import { withMachines } from './machines.ts'
import { aHeartbeat } from './messages.ts'
import { openSecrets } from './open-secrets.ts'

/** A slot and its disk cost 1,000 micro-dollars a second while running, and 100 while stopped. */
const pricing = {
  gpu_slot_micro_usd_per_hour: 3_600_000,
  cpu_slot_micro_usd_per_hour: 3_600_000,
  memory_gib_micro_usd_per_hour: 0,
  disk_gb_micro_usd_per_hour: 0,
  stopped_disk_gb_micro_usd_per_hour: 360_000,
}

interface Wanted {
  /** The renter's credit; by default for an hour and a bit. */
  creditMicroUsd?: number
  cpuSlots?: number
  hardware?: Partial<Hardware>
  /** The lowest bid that the machine accepts; by default none. */
  minBid?: number
}

/** A market with one machine and a renter, on a real database; the machine sends only what the test has it send. */
export async function withInstances(wanted: Wanted = {}) {
  const market = await withMachines()
  const { clock, db } = market
  const agents = fakeGateway()
  const changes = fakeChanges()
  const unsettledGaps = createUnsettledGaps()
  const connections = createOpenConnections()
  agents.answer(instanceCalls.sync.path, () => ({ unknown: [] }))
  const machineId = await market.machine(wanted.hardware)
  agents.connections.add(machineId)
  const change = {
    pricing,
    ...(wanted.minBid !== undefined && { min_bid_micro_usd_per_hour: wanted.minBid }),
    ...(wanted.hardware?.gpus === undefined ? { cpu_slots: wanted.cpuSlots ?? 1 } : {}),
  }
  await changeMachine(market.provider, machineId, change)
  const ctxOf = (
    base: Omit<
      InstancesCtx,
      | 'changes'
      | 'agents'
      | 'keySpendOf'
      | 'logReads'
      | 'unsettledGaps'
      | 'connections'
      | 'templateSecrets'
    >,
  ): InstancesCtx => ({
    ...base,
    keySpendOf: allFeatures([instancesFeature]).keySpend,
    logReads: createAtOnce(logReadsAtOnce),
    templateSecrets: openSecrets,
    unsettledGaps,
    connections,
    agents,
    changes,
  })
  const system = ctxOf(market.ctx)

  async function account(creditMicroUsd: number): Promise<InstancesCtx> {
    const ctx = ctxOf(market.stranger())
    if (ctx.actor.kind !== 'account') throw new RangeError('a stranger is an account')
    const { accountId } = ctx.actor
    await ctx.transact(async (tx) => {
      await openLedgerAccount(tx, accountId)
      await giveCredit(ctx, tx, { accountId, microUsd: creditMicroUsd })
    })
    return ctx
  }

  async function say(message: AgentMessage, from: MachineId = machineId): Promise<void> {
    await market.say(from, message)
    const event = { machineId: from, connectionId: 'test', receivedAt: clock.now(), message }
    await handleMessage(system, event)
  }

  async function row(id: InstanceId): Promise<InstanceRow> {
    const found = await findInstance(db, id)
    if (found === undefined) throw new RangeError(`there is no instance ${id}`)
    return found
  }

  const renter = await account(wanted.creditMicroUsd ?? 4_000_000)
  const heartbeat = (
    instances: readonly InstanceReport[],
    metrics: { instance_id: InstanceId; sample: ReportedSample }[] = [],
  ) => say(aHeartbeat({ instances: [...instances], metrics }))
  /** Waits until a connected machine has an order, which is sent beside the request that gives it. */
  const received = (id: InstanceId) =>
    eventually(() => {
      const path = agentPath(instanceCalls.apply, { id })
      const sent = agents.called.some((call) => call.method === 'PUT' && call.path === path)
      if (!sent && agents.connections.has(machineId)) throw new Error(`${id} was not sent`)
    })

  return {
    ...market,
    agents,
    changes,
    system,
    machineId,
    renter,
    account,
    someone: () => ctxOf(market.stranger()),
    say,
    heartbeat,
    row,
    report: (id: InstanceId, changed: Partial<InstanceReport> = {}) =>
      aReport({ instance_id: id, ...changed }),
    /** The hold and the charges of an instance. */
    async money(id: InstanceId) {
      return (await readInstanceMoney(db, [id])).get(id)
    },
    async order(
      changed: Record<string, unknown> = {},
      as = renter,
      key?: string,
    ): Promise<Instance> {
      const { id: offerId } = await market.offerOf(machineId)
      return orderInstance(as, anOrder(offerId, changed), key)
    },
    /** An instance that has just become ready. */
    async running(changed: Record<string, unknown> = {}, as = renter): Promise<InstanceId> {
      const { id: offerId } = await market.offerOf(machineId)
      const { id } = await orderInstance(as, anOrder(offerId, changed), undefined)
      await received(id)
      await heartbeat([aReport({ instance_id: id, ready: true })])
      return id
    },
    /** Advances the time with a heartbeat every five seconds, each with the same report and increased counters. */
    async pass(seconds: number, said: InstanceReport): Promise<InstanceReport> {
      let report = said
      for (let passed = 0; passed < seconds; passed += 5) {
        await clock.advance(5_000)
        const ready_s = report.ready_s + (report.ready ? 5 : 0)
        const stopped_s = report.stopped_s + (report.phase === 'stopped' ? 5 : 0)
        report = { ...report, ready_s, stopped_s }
        await heartbeat([report])
      }
      return report
    },
    /** Changes the provider's price; rented slots keep theirs. */
    async reprice(microUsdPerHour: number) {
      const dearer = { ...pricing, cpu_slot_micro_usd_per_hour: microUsdPerHour }
      await changeMachine(market.provider, machineId, { pricing: dearer })
    },
    /** The machine goes offline permanently, and the renter destroys the instance. */
    async destroyWhileSilent(id: InstanceId) {
      await clock.advance(31_000)
      await loseSilent(system)
      await destroyInstance(renter, id)
    },
    /** The machine sends nothing for 31 s, and its instances are marked as lost. */
    async fallSilent() {
      await clock.advance(31_000)
      await loseSilent(system)
    },
    /** Puts money of the renter on hold elsewhere. */
    async spend(microUsd: number) {
      const instanceId = system.ids.mint('instance')
      const accountId = accountIdOf(renter)
      await renter.transact((tx) =>
        placeHold(renter, tx, { accountId, purpose: instanceId, microUsd, key: 'elsewhere' }),
      )
    },
    /** The operator gives the renter more credit. */
    async earn(microUsd: number) {
      const credit = { accountId: accountIdOf(renter), microUsd, key: 'more', text: 'more' }
      await renter.transact((tx) => giveOperatorCredit(renter, tx, credit))
    },
    /** Makes the ledger reject every charge of one instance. */
    async breakReceiptOf(id: InstanceId) {
      await sql`insert into usage_intervals
        (key, instance_id, kind, from_at, to_at, seconds, micro_usd_per_hour, micro_usd)
        select 'broken', id, 'running', ready_at, ready_at, 0, 0, 0
        from (select id, coalesce(ready_at, ${clock.now()}) as ready_at from instances) i
        where id = ${id}`.execute(db)
    },
    /** Returns the free slots on the market; none when the offer is hidden. */
    async slotsFree(): Promise<number> {
      const { offers } = await market.search({ page_size: 100 })
      return offers.find(({ machine_id }) => machine_id === machineId)?.slots_free ?? 0
    },
    /** Verifies the ledger from its rows alone. */
    async expectCleanLedger() {
      expect(await checkLedger(db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
    },
  }
}
export type InstancesFixture = Awaited<ReturnType<typeof withInstances>>

/** An order of one slot and one GB, as the API parses it. */
export function anOrder(offerId: string, changed: Record<string, unknown> = {}): Order {
  return Order.parse({
    offer_id: offerId,
    disk_gb: 1,
    ...(changed.template_id === undefined
      ? { template: { image_path_with_tag: 'gridloom/base:latest' } }
      : {}),
    ...changed,
  })
}

/** The account behind a context. */
export function accountIdOf({ actor }: Pick<InstancesCtx, 'actor'>): AccountId {
  if (actor.kind !== 'account') throw new RangeError('nobody is signed in')
  return actor.accountId
}

/** Returns the specs of an instance that a machine was sent, oldest first. */
export function specsOf({ agents }: Pick<InstancesFixture, 'agents'>, id: InstanceId): unknown[] {
  const path = agentPath(instanceCalls.apply, { id })
  return agents.called.filter((call) => call.path === path).map(({ body }) => body)
}
