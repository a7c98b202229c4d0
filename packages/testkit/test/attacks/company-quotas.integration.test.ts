import { limits } from '@gridloom/contract/constants'
import { expect, it } from 'vitest'
import { startServer } from '../../src/server.ts'
import { signIn, signUp } from '../../src/sign-up.ts'

const giB = 1024 ** 3

it('gives nobody a quota as often as they found companies', async () => {
  await using site = await setup()
  const { ada } = site
  const first = await ada.companies.create({ body: { name: 'One' } })
  const acting = await site.actFor(first.id)
  // 80 of 100 GiB are announced for the person, and 80 for the company are too many together.
  for (const n of [1, 2, 3, 4]) await ada.rendering.startUpload({ body: aScene(n, 20 * giB) })
  await acting.rendering.startUpload({ body: aScene(5, 20 * giB) })
  await expect(acting.rendering.startUpload({ body: aScene(6, giB) })).rejects.toMatchObject({
    code: 'limit_reached',
    status: 409,
  })
  await expect(ada.rendering.startUpload({ body: aScene(7, giB) })).rejects.toMatchObject({
    code: 'limit_reached',
  })
  // A member who owns none of it has their own.
  await site.eve.rendering.startUpload({ body: aScene(8, 20 * giB) })
})

it('lets one person own so many companies, however simultaneously they found them', async () => {
  await using site = await setup()
  const found = () => site.ada.companies.create({ body: { name: 'Many' } })
  const outcomes = await Promise.allSettled(
    Array.from({ length: limits.companiesPerPerson + 3 }, found),
  )
  const good = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(good).toHaveLength(limits.companiesPerPerson)
  expect((await site.ada.companies.list()).length).toBe(limits.companiesPerPerson)
})

it('takes no file while the disk of the control plane is short, and says so', async () => {
  let freeBytes = 50 * giB
  await using site = await setup(async () => ({ freeBytes, totalBytes: 100 * giB }))
  const scene = Buffer.alloc(21, 1)
  const begun = await site.ada.rendering.startUpload({ body: aScene(1, scene.length) })
  if (begun.kind !== 'upload') throw new Error('it is new')
  const send = () =>
    site.ada.rendering.sendUpload({
      params: { id: begun.upload.id },
      offset: 0,
      bytes: new Uint8Array(scene),
    })
  freeBytes = giB
  await expect(send()).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  const { parts } = await site.ada.system.ready()
  expect(parts.disk).toEqual({ ok: true, text: '1 GB free: new files are refused' })
})

function aScene(n: number, size_bytes: number) {
  const hash = n.toString(16).padStart(64, '0')
  const pieces = Math.ceil(size_bytes / (8 * 1024 ** 2))
  return { file_name: 'a.blend', size_bytes, piece_hashes: Array<string>(pieces).fill(hash) }
}

async function setup(readSpace?: () => Promise<{ freeBytes: number; totalBytes: number }>) {
  const server = await startServer(readSpace === undefined ? {} : { readSpace, jobs: 'on' })
  const join = async () => server.client(await signUp(server, { access: true }))
  const [ada, eve] = [await join(), await join()]
  return {
    ada,
    eve,
    async actFor(company_id: Parameters<typeof ada.identity.actAs>[0]['body']['company_id']) {
      const body = { email: (await ada.identity.details()).email, password: 'a password of tests' }
      const second = server.client(await signIn(server, body))
      const { token } = await second.identity.actAs({ body: { company_id } })
      return server.client(token)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
