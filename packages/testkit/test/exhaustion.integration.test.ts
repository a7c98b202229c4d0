import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Notice } from '@gridloom/contract/notices/notice'
import { expect, it } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'
import { expectExact } from './using-instances.ts'

const hourMs = 3_600_000

it('warns at 24 h, 1 h and 10 min, then stops without destroying, and keeps the disk for 48 h', {
  timeout: 240_000,
}, async () => {
  // 4,300 s of use at 1,000 micro-dollars a second.
  await using product = await startProduct({
    driver: 'fake',
    clock: 'fake',
    creditMicroUsd: 4_300_000,
  })
  const { renter, machine } = product
  await using notices = await collectNotices(product)
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  expect(notices.ofInstance(id)).toEqual([])

  await product.turn(200_000)
  expect(notices.ofAccount()).toEqual(['24 hours'])
  await product.turn(3_300_000)
  expect(notices.ofAccount()).toEqual(['24 hours', '1 hour'])
  expect(notices.ofInstance(id)).toEqual([])
  await product.turn(300_000)
  expect(notices.ofInstance(id)).toMatchObject([{ level: 'warning' }])
  expect(notices.ofInstance(id)[0]?.text).toContain('less than 10 minutes')
  await product.turn(540_000)
  const stopped = await product.untilInstance(id, ({ state }) => state === 'stopped')
  expect(stopped.reason).toMatchObject({ code: 'balance_exhausted' })
  expect(notices.ofInstance(id)).toMatchObject([{ level: 'warning' }, { level: 'error' }])
  expect(notices.ofAccount()).toHaveLength(2)

  const receipt = await renter.instances.receipt({ params: { id } })
  await expectExact(product, receipt)
  expect(receipt.total_micro_usd).toBeLessThanOrEqual(4_300_000)
  expect(receipt.total_micro_usd).toBeGreaterThan(4_250_000)
  expect(machine.fake.containerNames()).toEqual([`gridloom-${id}`])
  await expectDiskKept(product, stopped.disk_kept_until)
})

/** The disk is kept to the last hour without charge, and removed after it. */
async function expectDiskKept(product: Product, keptUntil: string | null): Promise<void> {
  const { renter, machine, clock } = product
  const [{ id } = { id: undefined }] = await renter.instances.list()
  if (id === undefined || clock === undefined) throw new Error('nothing is kept')
  const leftMs = Date.parse(keptUntil ?? '') - clock.now().getTime()
  expect(leftMs).toBeGreaterThan(47.8 * hourMs)
  expect(leftMs).toBeLessThanOrEqual(48 * hourMs)
  const before = await renter.ledger.balance()

  clock.turn(leftMs - 120_000)
  await product.untilInstance(id, ({ state }) => state === 'stopped')
  expect(machine.fake.containerNames()).toHaveLength(1)
  await product.turn(180_000)
  const gone = await product.untilInstance(id, ({ state }) => state === 'destroyed')
  expect(gone.reason).toMatchObject({ code: 'disk_expired' })
  expect(machine.fake.containerNames()).toEqual([])
  const after = await renter.ledger.balance()
  expect(after.available_micro_usd).toBeGreaterThanOrEqual(before.available_micro_usd)
}

async function collectNotices({ renter }: Product) {
  const stop = new AbortController()
  const notices: Notice[] = []
  const opened = Promise.withResolvers<void>()
  const reading = (async () => {
    const onState = () => opened.resolve()
    for await (const { event, data } of renter.system.events({ signal: stop.signal, onState })) {
      if (event === 'notice') notices.push(data)
    }
  })()
  await opened.promise
  return {
    /** How long the balance lasts, as the warnings of the account say. */
    ofAccount: () =>
      notices
        .filter(({ level, instance_id }) => level === 'warning' && instance_id === null)
        .map(({ text }) => /less than (\d+ \w+)/.exec(text)?.[1]),
    ofInstance: (id: InstanceId) => notices.filter(({ instance_id }) => instance_id === id),
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await reading
    },
  }
}
