import { nextTurn } from '@gridloom/async/next-turn'
import { createTestClock } from '@gridloom/async/test-clock'
import { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { systemIds } from '../../platform/ids.ts'
import { createEdgeSockets } from './edge-sockets.ts'

it('a request to a machine that is away leaves nothing that fails when the server stops', async () => {
  const clock = createTestClock()
  const sockets = createEdgeSockets({ clock, ids: systemIds(() => clock.now()) })
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const stop = new AbortController()
  const away = () => {
    throw new Refused('machine_offline')
  }
  const machineId = MachineId.parse(`mch_${'1'.repeat(26)}`)
  await expect(sockets.request(machineId, stop.signal, away)).rejects.toMatchObject({
    code: 'machine_offline',
  })
  stop.abort()
  await nextTurn()
  await nextTurn()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
