import { createServer, type ServerResponse } from 'node:http'
import { MachineId } from '@gridloom/contract/core/ids'
import { machines } from '@gridloom/contract/machines/endpoints'
import { describe, expect, it } from 'vitest'
import { callControlPlane } from './call.ts'
import { askHealth } from './health.ts'

const machineId = MachineId.parse('mch_01jd3v8q6f7g8h9jkmnpqrstvw')

describe('a call to the control plane', () => {
  it('returns the data of the envelope, parsed by the contract', async () => {
    await using test = await setup((response) => {
      const reply = { nonce: 'n', expires_at: '2026-01-01T00:00:00.000Z' }
      response.end(JSON.stringify({ status: 'success', data: reply }))
    })
    expect(await test.call()).toMatchObject({ nonce: 'n' })
  })

  it('rejects with the code, status and text of a refusal', async () => {
    await using test = await setup((response) => {
      response.statusCode = 401
      response.end('{"status":"error","error":"no such machine","code":"machine_refused"}')
    })
    await expect(test.call()).rejects.toMatchObject({
      name: 'ControlPlaneRefused',
      code: 'machine_refused',
      status: 401,
      message: 'no such machine',
    })
  })

  it.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>'],
    ['a page of somebody else', 200, '<html>Welcome</html>'],
    ['an envelope with something else in it', 200, '{"status":"success","data":{"hello":1}}'],
  ])('treats %s as an unreachable control plane', async (_, status, body) => {
    await using test = await setup((response) => {
      response.statusCode = status
      response.end(body)
    })
    await expect(test.call()).rejects.toMatchObject({ name: 'ControlPlaneUnreachable' })
  })

  it('follows no redirect', async () => {
    await using test = await setup((response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' })
      response.end()
    })
    await expect(test.call()).rejects.toMatchObject({ name: 'ControlPlaneUnreachable' })
  })

  it('fails when its signal aborts', async () => {
    await using test = await setup(() => undefined)
    await expect(test.call(AbortSignal.timeout(20))).rejects.toThrow('cannot be reached')
  })

  it('fails with ECONNREFUSED in its message if nothing listens', async () => {
    const test = await setup(() => undefined)
    await test[Symbol.asyncDispose]()
    await expect(test.call()).rejects.toThrow(/ECONNREFUSED/)
  })

  it('returns the status and server time of a health check', async () => {
    await using test = await setup((response) => response.end('{"status":"ok"}'))
    const answer = await askHealth(test.url, AbortSignal.timeout(1_000))
    expect(answer.status).toBe(200)
    expect(Date.parse(answer.serverTime ?? '')).not.toBeNaN()
  })
})

/** A server that answers every request in one way. */
async function setup(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    call: (signal = AbortSignal.timeout(2_000)) =>
      callControlPlane({
        serverUrl: url,
        endpoint: machines.challenge,
        body: { machine_id: machineId },
        signal,
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
