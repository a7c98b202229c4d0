import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import type { Client } from '@gridloom/client/calls'
import { expect, it } from 'vitest'
import { openAccount } from '../../src/open-account.ts'
import { startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'
import { imageByHand } from './container-by-hand.ts'

it('lists and runs only those of a provider’s own images that the provider allows by name', async () => {
  await using secret = await imageByHand('secret')
  await using shared = await imageByHand('shared')
  await using product = await startProduct({ driver: 'docker', allowImages: [shared.name] })
  const { renter, machine } = product
  const offer = await product.offerOf(machine)
  expect(offer.images).toContain(shared.name)
  expect(offer.images).not.toContain(secret.name)
  const mine = await product.provider.machines.read({ params: { id: machine.id } })
  expect(mine.hardware?.images.map(({ name }) => name)).not.toContain(secret.name)

  const stolen = await product.order({ template: { image_path_with_tag: secret.name } })
  const failed = await product.untilInstance(stolen.id, ({ state }) => state === 'failed')
  expect(['registry_unreachable', 'image_not_found']).toContain(failed.reason?.code)

  const lent = await product.order({ template: { image_path_with_tag: shared.name } })
  await product.untilInstance(lent.id, ({ ready }) => ready)
  expect((await execute(renter, lent.id, ['cat', '/key'])).stdout).toBe('a key\n')
})

it('hides the images of a machine from users without an access code, in filters too', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const email = `stranger-${crypto.randomUUID().slice(0, 8)}@example.com`
  const details = { email, password: crypto.randomUUID(), access: false }
  const stranger: Client = product.server.client(await openAccount(product.server, details))
  const [seen] = (await product.renter.market.search()).offers
  expect(seen?.images).toEqual(['gridloom/base:latest'])
  const { offers } = await stranger.market.search()
  expect(offers.map(({ images }) => images)).toEqual([[]])
  const params = { id: seen?.id ?? '' }
  expect((await stranger.market.read({ params })).images).toEqual([])
  const query = { image: 'gridloom/base:latest' }
  const refusal = { code: 'access_code_required' }
  await expect(stranger.market.search({ query })).rejects.toMatchObject(refusal)
  await expect(stranger.market.explain({ query })).rejects.toMatchObject(refusal)
})

it('contacts no host in a provider’s network for an image, and reveals nothing about it', async () => {
  await using inside = await servers()
  await using product = await startProduct({
    driver: 'docker',
    cpuSlots: 6,
    creditMicroUsd: 100_000_000,
  })
  const references = [
    `127.0.0.1:${inside.httpPort}/x:1`,
    `localhost:${inside.bannerPort}/x:1`,
    '127.0.0.1:9/x:1',
    '169.254.169.254/x:1',
    'localhost/x:1',
    `${inside.address}:${inside.httpPort}/x:1`,
  ]
  const ordered = await Promise.all(
    references.map((image_path_with_tag) => product.order({ template: { image_path_with_tag } })),
  )
  const reasons = await Promise.all(
    ordered.map(async ({ id }) => {
      const { reason } = await product.untilInstance(id, ({ state }) => state === 'failed')
      return reason
    }),
  )
  expect(new Set(reasons.map((reason) => reason?.code))).toEqual(new Set(['registry_unreachable']))
  const texts = reasons.map((reason, index) =>
    reason?.machine_says?.replace(references[index]?.split('/')[0] ?? '', 'HOST'),
  )
  expect(new Set(texts)).toEqual(
    new Set(['HOST is not a public registry on port 443. Only those are allowed on this machine.']),
  )
  expect(inside.asked()).toBe(0)
})

/** Servers in a provider's network: a web server, and one with a banner. */
async function servers() {
  let asked = 0
  const http = createServer((_, answer) => {
    asked += 1
    answer.end('<html>')
  }).listen(0)
  const banner = createTcpServer((socket) => {
    asked += 1
    socket.end('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u10\r\n')
  }).listen(0)
  await Promise.all([once(http, 'listening'), once(banner, 'listening')])
  return {
    httpPort: portOf(http),
    bannerPort: portOf(banner),
    address: '172.17.0.1',
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      http.close()
      banner.close()
    },
  }
}

/** Named cast: a TCP server that listens has an address with a port. */
function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port
}
