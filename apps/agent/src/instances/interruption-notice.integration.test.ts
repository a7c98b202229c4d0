import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import { collectExec, newInstanceId, startDockerManager } from '../../test/docker-manager.ts'

const time = '2026-11-28T08:00:30.000Z'
/** A main process that handles the signal, and says what it read then. */
const program = `trap 'cp /run/gridloom/interruption /root/at-signal; kill %1' TERM
sleep 600 & wait; sleep 600`

it('is in a file when the signal arrives, survives a restart of the agent, and is gone after a start', async () => {
  await using machine = await startDockerManager()
  const spec = aSpec({
    ...{ instance_id: newInstanceId(), image: 'gridloom/base:latest', interruptible: true },
    ...{ launch_mode: 'entrypoint' as const, arguments: ['/bin/sh', '-c', program] },
  })
  const read = async (path: string) => {
    const request = { command: ['cat', path], timeout_s: 20 }
    const signal = AbortSignal.timeout(30_000)
    return (await collectExec(machine.manager.exec(spec.instance_id, request, signal))).stdout
  }
  await machine.runReady(spec)
  expect(JSON.parse(await read('/run/gridloom/interruption'))).toEqual({ action: null, time: null })

  const warned: InstanceSpec = {
    ...{ ...spec, generation: 2 },
    interruption: { at: time, signal: 'SIGTERM' },
  }
  machine.manager.apply(warned)
  const told = { action: 'stop', time }
  await expect.poll(() => read('/root/at-signal'), { timeout: 20_000 }).toContain(time)
  expect(JSON.parse(await read('/root/at-signal'))).toEqual(told)
  expect(JSON.parse(await read('/run/gridloom/interruption'))).toEqual(told)

  await machine.restart()
  expect(machine.report(spec.instance_id)).toMatchObject({ phase: 'running' })
  machine.manager.sync([warned])
  expect(JSON.parse(await read('/run/gridloom/interruption'))).toEqual(told)

  machine.manager.apply({ ...warned, generation: 3, desired: 'stopped', interruption: null })
  await machine.until(spec.instance_id, ({ phase }) => phase === 'stopped')
  machine.manager.apply({ ...spec, generation: 4, restart: 1 })
  await machine.until(spec.instance_id, ({ phase, ready }) => phase === 'running' && ready)
  expect(JSON.parse(await read('/run/gridloom/interruption'))).toEqual({ action: null, time: null })
  expect(JSON.parse(await read('/root/at-signal'))).toEqual(told)
})
