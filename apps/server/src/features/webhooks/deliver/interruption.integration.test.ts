import { expect, it } from 'vitest'
import { withWebhooks } from '../../../../test/webhooks.ts'
import { applyInterruptions } from '../../instances/interruptions/apply-interruptions.ts'
import { signedHeaders } from '../signature.ts'

it('tells of an interruption, signed, before the instance is stopped', async () => {
  await using site = await withWebhooks({ cpuSlots: 1, minBid: 360_000 })
  const { secret } = await site.create({ events: ['instance.interrupting'] })
  const id = await site.running({ bid_micro_usd_per_hour: 720_000 })
  await site.order({}, await site.newAccount(4_000_000))
  await applyInterruptions(site.system)
  await site.send()
  expect(await site.row(id)).toMatchObject({ state: 'running', desired: 'running' })
  const [request] = site.receiver.requests
  if (request === undefined) throw new Error('nothing was received')
  const { body, headers } = request
  expect(JSON.parse(body)).toMatchObject({
    type: 'instance.interrupting',
    data: { instance_id: id },
  })
  const signed = signedHeaders([secret], {
    id: String(headers['webhook-id']),
    timestampS: Number(headers['webhook-timestamp']),
    body,
  })
  expect(headers['webhook-signature']).toBe(signed['webhook-signature'])
})
