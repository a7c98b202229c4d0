import { expect, it } from 'vitest'
import { startReceiver } from '../../../test/receiver.ts'
import { fetchOutside, OutsideTooLarge } from './fetch-outside.ts'
import type { Outside } from './outside.ts'

const allowing: Outside = { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] }

it('returns status, headers and the whole body, and sends no body of its own', async () => {
  await using receiver = await startReceiver((response) =>
    response.writeHead(404, { 'x-kind': 'none' }).end('x'.repeat(100)),
  )
  const response = await get(`http://registry.example:${receiver.port}/v2/`)
  expect(response).toMatchObject({ status: 404, headers: { 'x-kind': 'none' } })
  expect(response.body.toString()).toBe('x'.repeat(100))
  expect(receiver.requests).toMatchObject([
    { path: '/v2/', body: '', headers: { host: `registry.example:${receiver.port}`, 'x-a': 'b' } },
  ])
})

it('reads no more than it may', async () => {
  await using receiver = await startReceiver((response) => response.end('x'.repeat(101)))
  await expect(get(receiver.url)).rejects.toThrow(OutsideTooLarge)
})

it('follows no redirect', async () => {
  await using receiver = await startReceiver((response) =>
    response.writeHead(307, { location: 'http://127.0.0.1/' }).end(),
  )
  expect(await get(receiver.url)).toMatchObject({ status: 307 })
})

it('fails by name for an address that is not public, and for a body that breaks off', async () => {
  const refusing: Outside = { ...allowing, privateAddresses: 'refuse' }
  await expect(get('https://registry.example/v2/', refusing)).rejects.toMatchObject({
    failure: 'address_refused',
  })
  await using receiver = await startReceiver((response) => {
    response.writeHead(200, { 'content-length': '90' }).write('only this')
    setImmediate(() => response.destroy())
  })
  await expect(get(receiver.url)).rejects.toMatchObject({ failure: 'closed' })
})

function get(url: string, outside = allowing) {
  const { signal } = new AbortController()
  return fetchOutside(outside, { url, headers: { 'x-a': 'b' }, bytesMax: 100, signal })
}
