import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { createPendingUpgrades } from './pending-upgrades.ts'

it('closes connections that have not authenticated within fifteen seconds', async () => {
  const site = setup()
  const silent = site.come('192.0.2.1')
  const known = site.come('192.0.2.1')
  site.pending.authenticated(known.request)
  await site.after(14_000)
  expect(silent.socket.destroyed).toBe(false)
  await site.after(1_000)
  expect(silent.socket.destroyed).toBe(true)
  expect(known.socket.destroyed).toBe(false)
})

it('limits the connections of one network, which is a /64 for IPv6', () => {
  const site = setup()
  for (let at = 1; at <= 3; at += 1) site.come(`2001:db8:0:1::${at}`)
  expect(() => site.come('2001:db8:0:1:ffff::')).toThrow(
    expect.objectContaining({ code: 'too_many_requests' }),
  )
  expect(site.come('2001:db8:0:2::1').socket.destroyed).toBe(false)
})

it('admits another one for each that has authenticated or closed', async () => {
  const site = setup()
  const [known, gone] = [1, 2, 3].map(() => site.come('192.0.2.1'))
  if (known === undefined || gone === undefined) throw new Error('there are three')
  site.pending.authenticated(known.request)
  gone.socket.destroy()
  await new Promise((resolve) => gone.socket.once('close', resolve))
  for (let at = 0; at < 2; at += 1) site.come('192.0.2.1')
  expect(() => site.come('192.0.2.1')).toThrow()
})

it('closes the oldest when there are too many overall, so that new ones are never locked out', () => {
  const site = setup()
  const all = [1, 2, 3, 4, 5].map((at) => site.come(`192.0.2.${at}`))
  expect(all.map(({ socket }) => socket.destroyed)).toEqual([true, false, false, false, false])
})

it('uses only the part of X-Forwarded-For that trusted proxies have added', () => {
  const site = setup({ trustProxy: 1 })
  for (let at = 1; at <= 3; at += 1) site.come('192.0.2.1', `198.51.100.${at}, 203.0.113.9`)
  expect(() => site.come('192.0.2.1', '198.51.100.4, 203.0.113.9')).toThrow()
  site.come('192.0.2.1', '203.0.113.10')
})

function setup({ trustProxy = 0 } = {}) {
  const clock = createTestClock()
  const limits = { perNetworkMax: 3, overallMax: 4 }
  const pending = createPendingUpgrades({ clock, trustProxy, ...limits })
  return {
    pending,
    come(address: string, forwardedFor?: string) {
      const socket = new Socket()
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      const request = new IncomingMessage(socket)
      if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor
      pending.watch(request, socket)
      return { request, socket }
    },
    async after(ms: number) {
      await clock.advance(ms)
      pending.sweep()
    },
  }
}
