import { AccountId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aContext } from '../../../test/context.ts'
import type { Change, NewChange } from '../events.ts'
import { createOwnChanges } from './own-changes.ts'

const me = AccountId.parse('acc_00000000000000000000000001')
const change: NewChange = { topic: 'model', accountId: null, subject: 'Acme/tiny' }

it('refreshes every cache before the writer continues', async () => {
  const { own, transact } = setup()
  const seen: string[] = []
  own.subscribe(({ subject }) => void seen.push(`first ${subject}`))
  own.subscribe(async ({ subject }) => {
    await Promise.resolve()
    seen.push(`second ${subject}`)
  })
  await transact((tx) => tx.publish(change))
  expect(seen).toEqual(['first Acme/tiny', 'second Acme/tiny'])
})

it('refreshes nothing after a transaction that failed', async () => {
  const { own, transact } = setup()
  const seen: Change[] = []
  own.subscribe((one) => void seen.push(one))
  const failing = transact(async (tx) => {
    await tx.publish(change)
    throw new TypeError('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(seen).toEqual([])
})

it('counts only the attempt that committed', async () => {
  const { own, ctx } = setup()
  const seen: Change[] = []
  own.subscribe((one) => void seen.push(one))
  const twice = own.refreshingAfter(async (work) => {
    await ctx.transact(work)
    return ctx.transact(work)
  })
  await twice((tx) => tx.publish({ ...change }))
  expect(seen).toEqual([change])
})

it('refreshes nothing after it is unsubscribed', async () => {
  const { own, transact } = setup()
  const seen: Change[] = []
  own.subscribe((one) => void seen.push(one))()
  await transact((tx) => tx.publish(change))
  expect(seen).toEqual([])
})

function setup() {
  const own = createOwnChanges()
  const ctx = aContext(me, new AbortController().signal)
  return { own, ctx, transact: own.refreshingAfter(ctx.transact) }
}
