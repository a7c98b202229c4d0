import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { timesOf, watchHealth } from './health-watch.ts'

it('computes percentiles by nearest rank', () => {
  const ms = Array.from({ length: 200 }, (_, at) => at + 1)
  expect(timesOf({ ms, failed: 3 })).toEqual({
    ...{ asked: 200, failed: 3 },
    ...{ p50Ms: 100, p99Ms: 198, maxMs: 200 },
  })
})

it('counts a stall against every request it delays, and every failed answer', async () => {
  let answers = 0
  const server = createServer((_request, response) => {
    answers += 1
    response.writeHead(answers === 2 ? 503 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = asAddress(server.address())
  const times = await watchHealth(`http://127.0.0.1:${port}`, async () => {
    await delay(40)
    const untilMs = performance.now() + 200
    while (performance.now() < untilMs);
    await delay(40)
  })
  server.close()
  expect(times.failed).toBe(1)
  expect(times.maxMs).toBeGreaterThan(150)
  expect(times.asked).toBeGreaterThan(8)
})

/** Named cast: the address of a server that listens on a port has this shape. */
function asAddress(address: unknown): AddressInfo {
  return address as AddressInfo
}
