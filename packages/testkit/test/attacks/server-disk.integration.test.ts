import { createHash } from 'node:crypto'
import type { Client } from '@gridloom/client/calls'
import { expect, it } from 'vitest'
import { openAccount, openOperator } from '../../src/open-account.ts'
import { startServer } from '../../src/server.ts'
import { giB } from './quota-rows.ts'

const refused = { code: 'storage_full', status: 507 }

it('rejects uploads with 507 while the control plane’s disk is short, and reports it', async () => {
  await using site = await setup()
  const { ada, operator } = site
  expect(await operator.operator.storage()).toEqual(aDisk(50 * giB, 'takes files'))
  const send = await site.announce(1)
  const another = await site.announce(2)
  await another()
  site.fill()
  await expect(send()).rejects.toMatchObject(refused)
  // Nor does it assemble a finished upload, which would write all of it once more.
  await expect(ada.rendering.finishUpload({ params: another.params })).rejects.toMatchObject(
    refused,
  )
  const { parts } = await ada.system.ready()
  expect(parts.disk).toEqual({ ok: true, text: '1 GB free: new files are rejected' })
  expect(await operator.operator.storage()).toEqual(aDisk(giB, 'refuses files'))
  site.empty()
  await send()
})

it('keeps accounts, money and email working while the disk is short', async () => {
  await using site = await setup()
  const { operator } = site
  site.fill()
  const eve = await site.newcomer()
  const { email } = await eve.accounts.details()
  const gift = { email, micro_usd: 1_000_000, key: 'paid', text: 'Paid' }
  const before = await eve.ledger.balance()
  await operator.ledger.credit({ body: gift })
  const { id } = await eve.companies.create({ body: { name: 'Acme' } })
  await eve.companies.fund({ params: { id }, body: { micro_usd: 1_000_000, key: 'fund' } })
  const after = await eve.ledger.balance()
  expect(after.available_micro_usd).toBe(before.available_micro_usd)
  await eve.keys.generateApiKey({ body: { name: 'in need', scopes: ['market:read'] } })
  await site.server.inbox.message(email, () => true)
})

function aDisk(free_bytes: number, how: 'takes files' | 'refuses files') {
  const disk = { free_bytes, total_bytes: 100 * giB, reserve_bytes: 5 * giB }
  return { ...disk, takes_files: how === 'takes files' }
}

async function setup() {
  let freeBytes = 50 * giB
  const readSpace = async () => ({ freeBytes, totalBytes: 100 * giB })
  const server = await startServer({ readSpace, scheduledWork: 'on' })
  const newcomer = async () => server.client(await openAccount(server, { access: true }))
  const ada: Client = await newcomer()
  return {
    server,
    ada,
    newcomer,
    operator: server.client(await openOperator(server)),
    fill() {
      freeBytes = giB
    },
    empty() {
      freeBytes = 50 * giB
    },
    /** Announces a scene, and returns a function that sends it. */
    async announce(n: number) {
      const scene = new Uint8Array(21).fill(n)
      const hash = createHash('sha256').update(scene).digest('hex')
      const body = { file_name: 'a.blend', size_bytes: scene.length, block_hashes: [hash] }
      const begun = await ada.rendering.startUpload({ body })
      if (begun.kind !== 'upload') throw new Error('it is new')
      const params = { id: begun.upload.id }
      const send = () => ada.rendering.sendUpload({ params, offset: 0, bytes: scene })
      return Object.assign(send, { params })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
