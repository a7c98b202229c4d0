import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { AccountId, InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { Offer, OfferSearch } from '@gridloom/contract/market/offer'
import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { aKey } from '@gridloom/testkit/stand-in-agent'
import { createAgentGateway } from '../src/features/agents/gateway.ts'
import { createEnrolmentToken } from '../src/features/machines/create-enrolment-token.ts'
import type { MachinesCtx } from '../src/features/machines/ctx.ts'
import { enrolMachine } from '../src/features/machines/enrol-machine.ts'
import { handleMachineMessage } from '../src/features/machines/handle-machine-message.ts'
import { createOfferIndex } from '../src/features/market/columns/offer-index.ts'
import type { MarketAdapters } from '../src/features/market/ctx.ts'
import { searchOffers } from '../src/features/market/search-offers.ts'
import { takeSlots } from '../src/features/market/take-slots.ts'
import { noFeatures } from '../src/platform/all-features.ts'
import { aHardware, aHello } from './messages.ts'

/** A market on a real database: machines send messages without a connection, as if the gateway had received them. */
export async function withMachines() {
  const fixture = await withDatabase()
  const { db, clock } = fixture
  const system = fixture.ctx()
  const agents = createAgentGateway({ db, clock, ids: system.ids, log: system.log })
  const offerIndex = createOfferIndex({ db, clock })
  const ctxOf = (accountId: AccountId): MachinesCtx & MarketAdapters => ({
    ...fixture.ctx(anActor(accountId)),
    publicUrl: 'http://gridloom.test',
    agents,
    offerIndex,
  })
  const ctx = { ...system, publicUrl: 'http://gridloom.test', agents, offerIndex }
  const provider = ctxOf(system.ids.mint('account'))
  const enrol = async (as: MachinesCtx, name = 'box') => {
    const { token } = await createEnrolmentToken(as)
    const key = aKey()
    const { machine_id } = await enrolMachine(
      ctx,
      {
        token,
        public_key: key.publicKey,
        name,
        signature: key.enrolment(token),
      },
      noFeatures,
    )
    return machine_id
  }
  const say = (machineId: MachineId, message: AgentMessage) =>
    handleMachineMessage(ctx, {
      machineId,
      connectionId: 'test',
      receivedAt: clock.now(),
      message,
    })
  const search = (given: Partial<OfferSearch> = {}) =>
    searchOffers(ctx, {
      sort: 'price',
      order: 'asc',
      page: 1,
      page_size: 20,
      isolation: 'isolated',
      availability: 'free',
      ...given,
    })
  return {
    url: fixture.url,
    db,
    clock,
    /** The context of the system. */
    ctx,
    /** The context of the one account that hosts machines. */
    provider,
    ctxOf,
    stranger: () => ctxOf(system.ids.mint('account')),
    enrol,
    say,
    search,
    /** Enrols a machine and sends its hello. */
    async machine(hardware: Partial<Hardware> = {}, name = 'box') {
      const machineId = await enrol(provider, name)
      await say(machineId, aHello({ hardware: aHardware(hardware) }))
      return machineId
    },
    /** Returns the one visible offer of a machine. */
    async offerOf(machineId: MachineId): Promise<Offer> {
      const { offers } = await search({ page_size: 100 })
      const [offer] = offers.filter((one) => one.machine_id === machineId)
      if (offer === undefined) throw new Error(`${machineId} has no offer on the market`)
      return offer
    },
    /** Rents slots as an order would. */
    async rent(offerId: OfferId, given: { slots?: number; diskGb?: number } = {}) {
      const instanceId: InstanceId = system.ids.mint('instance')
      const { slots = 1, diskGb = 10 } = given
      const taken = await ctx.transact((tx) =>
        takeSlots(tx, { offerId, slots, diskGb, instanceId, at: clock.now() }),
      )
      return { instanceId, ...taken }
    },
    /** Returns the published changes, as `topic subject`. */
    async published(): Promise<string[]> {
      const rows = await db
        .selectFrom('events')
        .select(['topic', 'subject'])
        .orderBy('id')
        .execute()
      return rows.map((row) => `${row.topic} ${row.subject}`.trim())
    },
    async [Symbol.asyncDispose]() {
      await agents[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
