import type { Instance } from '@gridloom/contract/instances/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ driver: 'fake', cpuSlots: 6, creditMicroUsd: 50_000_000 })
  await product.operator.apps.create({ body: { ...params, definition } })
})
afterAll(() => product?.[Symbol.asyncDispose]())

/** The fake engine runs no program: the apps of these tests have none. */
const base = 'gridloom/base:latest'
const params = { slug: 'page' }
const definition = {
  ...{ name: 'Page', summary: 'A page with a password.', category: 'web' as const },
  recommended_disk_gb: 1,
  fields: [
    { name: 'TITLE', label: 'Title', kind: 'text' as const, default: 'It works' },
    { name: 'PASSWORD', label: 'Password', kind: 'generate' as const },
  ],
  container: { image_path_with_tag: base },
  ports: [
    { port: 8080, name: 'Website' },
    { port: 9090, name: 'Shared', access: 'link' as const },
  ],
  links: [{ title: 'Website', port: 8080, path: '/?key={PASSWORD}' }],
  login: { username: 'web', password: 'PASSWORD' },
}

describe('an app', () => {
  it('is quoted on the best offer that fits, with the all-in price', async () => {
    const quoted = await product.renter.apps.quote({ params, body: {} })
    expect(quoted.offer.machine_id).toBe(product.machine.id)
    expect(quoted.quote).toMatchObject({ offer_id: quoted.offer.id, slots: 1, disk_gb: 1 })
    const { offers, from_micro_usd_per_hour } = await product.renter.apps.read({ params })
    expect(offers).toBe(1)
    expect(from_micro_usd_per_hour).toBe(quoted.quote.running_micro_usd_per_hour)
  })

  it('is not quoted where no free machine fits, or the only one is left out', async () => {
    const none = { code: 'no_offer_fits' }
    const gpu = product.renter.apps.quote({ params: { slug: 'vllm' }, body: {} })
    await expect(gpu).rejects.toMatchObject(none)
    const except = [(await product.offerOf()).id]
    const left = product.renter.apps.quote({ params, body: { except } })
    await expect(left).rejects.toMatchObject(none)
  })

  it('runs as an instance with its page, its login and a secret of its own', async () => {
    const { instance } = await launch({ fields: { TITLE: 'Hello' } })
    const ready = await untilReady(instance)
    expect(ready).toMatchObject({
      ...{ template_name: 'Page', template: null, ports: [8080, 9090] },
      app: { slug: 'page', version: '1', name: 'Page' },
    })
    const { TITLE, PASSWORD = '' } = ready.env
    expect(TITLE).toBe('Hello')
    expect(PASSWORD).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(ready.links).toEqual([{ title: 'Website', port: 8080, path: `/?key=${PASSWORD}` }])
    expect(ready.app?.login).toEqual([
      { label: 'User', value: 'web', secret: false },
      { label: 'Password', value: PASSWORD, secret: true },
    ])
    const ports = await product.renter.ports.list({ params: { id: instance.id } })
    expect(ports).toMatchObject([
      { port: 8080, access: 'private' },
      { port: 9090, access: 'link' },
    ])
    const other = await launch({})
    expect(other.instance.env.PASSWORD).not.toBe(PASSWORD)
    await destroy(ready, other.instance)
  })

  it('is launched once by the same key, with the secret of the first time', async () => {
    const { id } = await product.offerOf()
    const key = { 'idempotency-key': 'an-app-once' }
    const body = { offer_id: id }
    const first = await product.renter.apps.launch({ params, body, headers: key })
    const again = await product.renter.apps.launch({ params, body, headers: key })
    expect(again.instance.id).toBe(first.instance.id)
    expect(again.instance.env.PASSWORD).toBe(first.instance.env.PASSWORD)
    const other = { params, body: { ...body, fields: { TITLE: 'Other' } }, headers: key }
    await expect(product.renter.apps.launch(other)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    await destroy(first.instance)
  })

  it('is refused at the field that is wrong, and with a version that is no longer there', async () => {
    await expect(launch({ fields: { TITLE: 'a\nb', OTHER: 'x' } })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'fields.TITLE': expect.any(String), 'fields.OTHER': expect.any(String) },
    })
    await expect(launch({ version: '0' })).rejects.toMatchObject({
      code: 'app_changed',
      details: { version: '1' },
    })
  })

  it('is not there once it is hidden', async () => {
    const hide = (hidden: boolean) => product.operator.apps.change({ params, body: { hidden } })
    await hide(true)
    await expect(launch({})).rejects.toMatchObject({ code: 'not_found' })
    await hide(false)
    await destroy((await launch({})).instance)
  })

  it('shows how long its first starts took, and how many failed', async () => {
    const slug = 'measured'
    const body = { slug, definition: { ...broken, container: { image_path_with_tag: base } } }
    await product.operator.apps.create({ body })
    const { id: offer_id } = await product.offerOf()
    const { instance } = await product.renter.apps.launch({
      ...{ params: { slug }, body: { offer_id } },
    })
    await untilReady(instance)
    await product.operator.apps.change({
      ...{ params: { slug }, body: { definition: broken } },
    })
    const failing = await product.renter.apps.launch({ params: { slug }, body: { offer_id } })
    await product.untilInstance(failing.instance.id, ({ state }) => state === 'failed')
    await destroy(instance, failing.instance)
    const { starts } = await product.until({
      read: () => product.renter.apps.read({ params: { slug } }),
      satisfies: (app) => app.starts.reduce((sum, one) => sum + one.ready + one.failed, 0) === 2,
    })
    expect(starts.every(({ hardware }) => hardware === 'CPU')).toBe(true)
    const ready = starts.find((one) => one.ready === 1)
    expect(ready?.p50_s).toBeGreaterThan(0)
    expect(starts.reduce((sum, one) => sum + one.failed, 0)).toBe(1)
  })
})

describe('a machine', () => {
  it('holds an app ready for its provider alone, and the app store counts it', async () => {
    const { id } = product.machine
    const one = { params: { id, slug: 'page' } }
    await expect(product.renter.apps.prepare(one)).rejects.toMatchObject({ code: 'not_found' })
    await expect(product.renter.apps.listPrepared({ params: { id } })).rejects.toMatchObject({
      code: 'not_found',
    })
    const prepared = await product.provider.apps.prepare(one)
    expect(prepared).toMatchObject({ slug: 'page', name: 'Page', image: base })
    await product.until({
      read: () => product.provider.apps.listPrepared({ params: { id } }),
      satisfies: ([app]) => app?.state === 'ready',
    })
    const { held_machines: machines } = await product.until({
      read: () => product.renter.apps.read({ params }),
      satisfies: (app) => app.held_machines > 0,
    })
    expect(machines).toBe(1)
    await expect(product.renter.apps.unprepare(one)).rejects.toMatchObject({ code: 'not_found' })
    await product.provider.apps.unprepare(one)
    expect(await product.provider.apps.listPrepared({ params: { id } })).toEqual([])
    await expect(product.provider.apps.unprepare(one)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('holds at most ten apps ready', async () => {
    const { id } = product.machine
    const slugs = Array.from({ length: 11 }, (_, at) => `many-${at}`)
    for (const slug of slugs) {
      await product.operator.apps.create({ body: { slug, definition } })
      const call = product.provider.apps.prepare({ params: { id, slug } })
      if (slug !== slugs.at(-1)) await call
      else await expect(call).rejects.toMatchObject({ code: 'limit_reached' })
    }
    for (const slug of slugs) await product.operator.apps.remove({ params: { slug } })
    expect(await product.provider.apps.listPrepared({ params: { id } })).toEqual([])
  })
})

const broken = {
  ...{ name: 'Measured', summary: 'Starts or not.', category: 'web' as const },
  recommended_disk_gb: 1,
  container: { image_path_with_tag: 'registry.invalid/none:1' },
}

async function launch(changed: object) {
  const { id: offer_id } = await product.offerOf()
  return product.renter.apps.launch({ params, body: { offer_id, ...changed } })
}

function untilReady({ id }: Instance): Promise<Instance> {
  return product.untilInstance(id, ({ ready }) => ready)
}

async function destroy(...instances: readonly Instance[]): Promise<void> {
  for (const { id } of instances) await product.renter.instances.destroy({ params: { id } })
}
