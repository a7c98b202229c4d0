import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createTestClock } from '@gridloom/async/test-clock'
import { MachineId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { ConnectionEnded, openConnection } from './connection.ts'

const machineId = MachineId.parse('mch_01jd3v8q6f7g8h9jkmnpqrstvw')

it('ends a connection in the turn in which it began, whatever the agent has sent by then', async () => {
  await using pair = await socketPair()
  pair.agent.write('bytes that the socket holds')
  await once(pair.ours, 'readable')
  expect(pair.ours.readableLength).toBeGreaterThan(0)
  const connection = openConnection({
    ...{ machineId, connectionId: 'one', socket: pair.ours, clock: createTestClock() },
    onFlood: () => undefined,
  })
  connection.close('replaced')
  await once(connection.ended, 'abort')
  expect(connection.ended.reason).toBeInstanceOf(ConnectionEnded)
})

async function socketPair() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = connect(Object(server.address()).port, '127.0.0.1')
  const connected: Socket[] = await once(server, 'connection')
  const [ours] = connected
  if (ours === undefined) throw new RangeError('a connection has a socket')
  return {
    ...{ agent, ours },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      ours.destroy()
      server.close()
    },
  }
}
