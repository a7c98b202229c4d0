import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { systemClock } from '@gridloom/async/clock'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../../test/builders.ts'
import {
  collectExec,
  collectLines,
  type DockerManager,
  newInstanceId,
  startDockerManager,
} from '../../../test/docker-manager.ts'
import { holdToContract, type RuntimeUnderTest } from '../../../test/runtime-contract.ts'
import { execute } from '../../host/execute.ts'
import { createImageSource } from '../../images/index.ts'
import { createRuntime } from '../index.ts'
import type { ContainerRuntime } from '../port.ts'

const socket = '/run/podman/podman.sock'
const image = 'gridloom/base:latest'

// Every machine of ours has Docker; Podman is tested by the same contract where its socket exists.
describe.runIf(existsSync(socket))('with a Podman service', () => {
  holdToContract('podman', setup)

  it('runs an instance from its order to its end, and keeps its disk in between', async () => {
    await using machine = await startDockerManager(await podman())
    const script = 'echo "it is $GREETING" | tee /root/said'
    const spec = aSpec({
      instance_id: newInstanceId(),
      image,
      on_start_script: script,
      env: { GREETING: 'a b' },
    })
    const { instance_id: id } = spec
    expect(await machine.runReady(spec)).toMatchObject({
      phase: 'running',
      ready: true,
      reason: null,
    })
    const status = (await run(machine, id, 'cat /root/said /proc/self/status')).stdout
    expect(status).toMatch(/^it is a b\n/)
    expect(status).toMatch(/NoNewPrivs:\s+1[\s\S]*Seccomp:\s+2/)
    expect(status).toMatch(/CapEff:\s+00000000200404fb/)
    machine.manager.apply({ ...spec, generation: 2, desired: 'stopped' })
    await machine.until(id, ({ phase }) => phase === 'stopped')
    await machine.restart()
    machine.manager.apply({ ...spec, generation: 3, on_start_script: script })
    await machine.until(id, ({ ready }) => ready)
    await machine.restart()
    await machine.until(id, ({ ready }) => ready)
    const signal = AbortSignal.timeout(20_000)
    const tail = { follow: false, since: undefined, tail: 10, search: undefined }
    expect(await collectLines(machine.manager.logs(id, tail, signal), 10)).toEqual([
      'it is a b',
      'it is a b',
    ])
    const [sampled] = await machine.manager.sampleMetrics(signal)
    expect(sampled?.sample.memory_bytes).toBeGreaterThan(0)
    machine.manager.apply({ ...spec, generation: 4, desired: 'destroyed' })
    await machine.until(id, ({ phase }) => phase === 'destroyed')
    expect(await machine.runtime.inspectContainer(`gridloom-${id}`, signal)).toBeUndefined()
  })

  it('isolates its containers from the machine and from each other', async () => {
    await using machine = await startDockerManager(await podman())
    const own = () => aSpec({ instance_id: newInstanceId(), image })
    const script = 'echo hi > /tmp/index.html; exec httpd -f -p 8080 -h /tmp'
    const readiness = { kind: 'tcp', port: 8080, timeout_s: 20 } as const
    const other = { ...own(), on_start_script: script, readiness }
    const { instance_id: id } = await machine.runReady(own())
    expect(await machine.runReady(other)).toMatchObject({ ready: true })
    const { stdout: neighbour } = await run(machine, other.instance_id, 'hostname -i')
    const gateway = (
      await run(machine, id, "ip route | sed -n 's/^default via \\([^ ]*\\).*/\\1/p'")
    ).stdout
    const nobody = createServer((socket) => socket.destroy()).listen(0)
    await once(nobody, 'listening')
    const port = asPort(nobody.address())
    for (const address of [`${neighbour.trim()} 8080`, `${gateway.trim()} ${port}`]) {
      const { stdout } = await run(
        machine,
        id,
        `nc -w 1 ${address} </dev/null && echo yes || echo no`,
      )
      expect({ address, reached: stdout.trim() }).toEqual({ address, reached: 'no' })
    }
    nobody.close()
  })

  it('reports why a container ended', async () => {
    await using machine = await startDockerManager(await podman())
    const own = () => ({ instance_id: newInstanceId(), image })
    const failed = await machine.runReady(
      aSpec({ ...own(), on_start_script: 'echo none >&2; exit 4' }),
    )
    expect(failed.reason).toMatchObject({ code: 'start_script_failed', exit_code: 4 })
    const absent = await machine.runReady(
      aSpec({ ...own(), image: 'registry.invalid/no/such:image' }),
    )
    expect(absent.reason).toMatchObject({ code: 'registry_unreachable' })
  })

  it('is recognised as Podman', async () => {
    await using test = await setup()
    const { engine } = await test.runtime.probe(AbortSignal.timeout(10_000))
    expect(engine.kind).toBe('podman')
  })
})

function podman(): Promise<ContainerRuntime> {
  const dockerHost = `unix://${socket}`
  return createRuntime('docker', {
    clock: systemClock,
    execute,
    owner: 'podman-test',
    dataDir: tmpdir(),
    dockerHost,
    runtimeDir: undefined,
  })
}

function run(machine: DockerManager, id: InstanceId, script: string) {
  const request = { command: ['sh', '-c', script], timeout_s: 60 }
  return collectExec(machine.manager.exec(id, request, AbortSignal.timeout(60_000)))
}

async function setup(): Promise<RuntimeUnderTest> {
  const runtime = await podman()
  const source = createImageSource({ runtime, dataDir: '/nowhere' })
  await source.ensure({ image }, () => {}, AbortSignal.timeout(60_000))
  const mark = randomBytes(6).toString('hex')
  return { runtime, image, mark, [Symbol.asyncDispose]: async () => {} }
}

/** Named cast: a TCP server that listens has an address with a port. */
function asPort(address: ReturnType<Server['address']>): number {
  return (address as AddressInfo).port
}
