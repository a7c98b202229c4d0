import { describe, expect, it } from 'vitest'
import { withMachines } from '../../../../test/machines.ts'
import { changeMachine } from '../../machines/change-machine.ts'
import { readMachine } from '../../machines/list-machines.ts'
import { releaseSlots } from '../release-slots.ts'
import { createAlert } from './create-alert.ts'
import { deleteAlert } from './delete-alert.ts'
import { listAlerts } from './list-alerts.ts'
import { sendAlerts, tidyAlerts } from './send-alerts.ts'

const signal = new AbortController().signal
const dayMs = 24 * 60 * 60 * 1_000
const cpu = { kind: 'cpu', isolation: 'isolated' } as const

describe('an alert', () => {
  it('is sent once when a slot of its offer is free again', async () => {
    await using market = await withMachines()
    const { offer, instanceId } = await fullOffer(market)
    const renter = market.stranger()
    const alert = await createAlert(renter, { offer_id: offer.id })
    await sendAlerts(market.ctx, signal)
    expect(await listAlerts(renter)).toMatchObject([{ id: alert.id, sent_at: null }])
    await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
    await sendAlerts(market.ctx, signal)
    const sent = await listAlerts(renter)
    expect(sent).toMatchObject([
      { sent_at: market.clock.now().toISOString(), sent_offer_id: offer.id },
    ])
    const notices = (await market.published()).filter((change) => change.startsWith('notice'))
    await sendAlerts(market.ctx, signal)
    expect(notices).toEqual([`notice offer-alert:${alert.id}`])
    expect(await listAlerts(renter)).toEqual(sent)
  })

  it('is sent where a machine is listed, or made cheaper, only if the offer fits', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    const price_micro_usd_per_hour_max = 5_000
    await createAlert(renter, { filters: { ...cpu, price_micro_usd_per_hour_max } })
    await createAlert(renter, { filters: { ...cpu, kind: 'gpu' } })
    const id = await market.machine()
    await sendAlerts(market.ctx, signal)
    expect(await sentOf(renter)).toEqual([false, false])
    const { pricing } = await readMachine(market.provider, id)
    const cheap = { ...pricing, cpu_slot_micro_usd_per_hour: 1, memory_gib_micro_usd_per_hour: 1 }
    await changeMachine(market.provider, id, { pricing: cheap })
    await sendAlerts(market.ctx, signal)
    const sent = (await listAlerts(renter)).filter(({ sent_at }) => sent_at !== null)
    expect(sent).toMatchObject([{ filters: { kind: 'cpu' } }])
  })

  it('is sent at once where an offer that fits is free already', async () => {
    await using market = await withMachines()
    await market.machine()
    const renter = market.stranger()
    await createAlert(renter, { filters: cpu })
    await sendAlerts(market.ctx, signal)
    expect(await sentOf(renter)).toEqual([true])
  })

  it('is not sent after 30 days, and then deleted', async () => {
    await using market = await withMachines()
    const { offer, instanceId } = await fullOffer(market)
    const renter = market.stranger()
    await createAlert(renter, { offer_id: offer.id })
    await market.clock.jump(30 * dayMs)
    await market.ctx.transact((tx) => releaseSlots(tx, instanceId))
    await sendAlerts(market.ctx, signal)
    expect(await sentOf(renter)).toEqual([false])
    await market.clock.jump(dayMs)
    await tidyAlerts(market.ctx)
    expect(await listAlerts(renter)).toEqual([])
  })

  it('is deleted by its account alone', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    const { id } = await createAlert(renter, { filters: cpu })
    await expect(deleteAlert(market.stranger(), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listAlerts(market.stranger())).toEqual([])
    await deleteAlert(renter, id)
    expect(await listAlerts(renter)).toEqual([])
  })

  it('is refused for an unknown offer, and beyond twenty that wait', async () => {
    await using market = await withMachines()
    const renter = market.stranger()
    const unknown = createAlert(renter, { offer_id: market.ctx.ids.mint('offer') })
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
    for (let n = 0; n < 20; n += 1) await createAlert(renter, { filters: cpu })
    const beyond = createAlert(renter, { filters: cpu })
    await expect(beyond).rejects.toMatchObject({ code: 'limit_reached' })
  })
})

type Market = Awaited<ReturnType<typeof withMachines>>

async function fullOffer(market: Market) {
  const offer = await market.offerOf(await market.machine())
  const { instanceId } = await market.rent(offer.id, { slots: 8 })
  return { offer, instanceId }
}

async function sentOf(renter: ReturnType<Market['stranger']>): Promise<boolean[]> {
  return (await listAlerts(renter)).map(({ sent_at }) => sent_at !== null)
}
