import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProduct } from '@gridloom/testkit/product'
import { expect, it } from 'vitest'
import { atTerminal } from './run-words.ts'

it('connects a page, plans, changes and cancels a post for it, and lists it by day', async () => {
  await using blog = await startBlog()
  await using product = await startProduct({ driver: 'fake', config: { webhookPrivate: 'allow' } })
  const { token } = await product.newcomer()
  using ada = atTerminal(product.server.url, { token, stdin: 'I render here #ad\n' })
  const proof = await ada.run('channels', 'proof', blog.url)
  blog.page.html = /<meta .*>/.exec(proof.stdout)?.[0] ?? ''
  expect((await ada.run('channels', 'check', blog.url)).stdout).toContain('is connected.')

  const in2Days = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const create = ['posts', 'create', '--to', blog.handle]
  const created = await ada.run(...create, '--at', `${in2Days} 09:00`, '--json')
  expect(created.code).toBe(0)
  const { id } = JSON.parse(created.stdout)
  expect((await ada.run('posts', 'list')).stdout).toMatch(
    new RegExp(`${in2Days} 09:00 +planned +${blog.handle} +I render here #ad`),
  )
  const edited = await ada.run('posts', 'edit', id, '--text', 'New #ad', '--at', `${in2Days} 10:00`)
  expect(edited.stdout).toContain(`planned, ${in2Days} 10:00 Europe/Berlin, on ${blog.handle}.`)
  expect((await ada.run('calendar', '--from', in2Days)).stdout).toMatch(/10:00 .* planned +New #ad/)
  expect((await ada.run('posts', 'retry', id)).stderr).toContain('(post_not_failed)')
  expect((await ada.run('posts', 'cancel', id.slice(-8))).stdout).toMatch(/State +cancelled/)
  expect((await ada.run('posts', 'edit', id, '--at', 'now')).stderr).toContain('(post_under_way)')
  const past = await ada.run(...create, '--at', '2020-01-01 09:00')
  expect(past.stderr).toContain('Choose a time in the future')

  expect((await ada.run('missions', 'list')).stdout).toBe('No missions now.\n')
  expect((await ada.run('missions', 'claim')).stderr).toContain('(mission_none)')
  expect((await ada.run('missions', 'history')).stdout).toBe('Nothing claimed yet.\n')
})

async function startBlog() {
  const page = { html: '' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<head>${page.html}</head>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE a server that listens on TCP has an address of this shape
  const { port } = server.address() as AddressInfo
  return {
    ...{ page, url: `http://127.0.0.1:${port}/`, handle: `127.0.0.1:${port}` },
    [Symbol.asyncDispose]: async () => {
      server.close()
    },
  }
}
