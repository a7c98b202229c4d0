import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Readiness } from '@gridloom/contract/templates/container-fields'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import {
  collectExec,
  collectLines,
  newInstanceId,
  startDockerManager,
} from '../../test/docker-manager.ts'
import { labelNames } from './names.ts'

const image = 'gridloom/base:latest'

describe('an instance on a real engine', () => {
  it('runs, stops with its disk kept, starts again and is destroyed', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    const first = await machine.runReady(spec)
    expect(first).toMatchObject({ phase: 'running', ready: true, reason: null })
    await run(machine, id, 'echo kept > /root/file')

    machine.manager.apply({ ...spec, generation: 2, desired: 'stopped' })
    const stopped = await machine.until(id, ({ phase }) => phase === 'stopped')
    expect(stopped).toMatchObject({ ready: false, observed_generation: 2, reason: null })

    machine.manager.apply({ ...spec, generation: 3 })
    const second = await machine.until(id, ({ ready }) => ready)
    expect(second.started_at).not.toBe(first.started_at)
    expect((await run(machine, id, 'cat /root/file')).stdout).toBe('kept\n')

    machine.manager.apply({ ...spec, generation: 4, desired: 'destroyed' })
    await machine.until(id, ({ phase }) => phase === 'destroyed')
    const signal = AbortSignal.timeout(5_000)
    expect(await machine.runtime.inspectContainer(`gridloom-${id}`, signal)).toBeUndefined()
    expect(machine.manager.sync([])).toEqual({ unknown: [] })
    expect(machine.manager.reports()).toEqual([])
  })

  it('gets its environment and its script, and no privileges to break out with', async () => {
    await using machine = await startDockerManager()
    const script = 'echo "it\'s $GREETING; $(id -u)" > /root/said'
    const spec = aBaseSpec({ env: { GREETING: 'a "b" $c' }, on_start_script: script })
    await machine.runReady(spec)
    const { instance_id: id } = spec
    expect((await run(machine, id, 'cat /root/said')).stdout).toBe('it\'s a "b" $c; 0\n')
    expect((await run(machine, id, 'echo $GRIDLOOM_INSTANCE_ID')).stdout).toBe(`${id}\n`)
    const status = (await run(machine, id, 'cat /proc/self/status')).stdout
    expect(status).toMatch(/NoNewPrivs:\s+1/)
    expect(status).toMatch(/Seccomp:\s+2/)
    expect(status).toMatch(/CapEff:\s+00000000200404fb/)
    expect((await run(machine, id, 'mount -t tmpfs x /mnt 2>&1 || echo no')).stdout).toMatch(
      /no\n$/,
    )
  })

  it('has the SSH keys of its renter in a file for root only, replaced at each change', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec({ authorized_keys: ['ssh-ed25519 AAAAada'] })
    const { instance_id: id } = spec
    await machine.runReady(spec)
    const shown = 'stat -c "%a %u:%g %n" /root/.ssh /root/.ssh/*; cat /root/.ssh/authorized_keys'
    expect((await run(machine, id, shown)).stdout).toBe(
      '700 0:0 /root/.ssh\n600 0:0 /root/.ssh/authorized_keys\nssh-ed25519 AAAAada\n',
    )
    await run(machine, id, 'echo own > /root/.ssh/authorized_keys2; chmod 777 /root/.ssh')
    // Also while it runs, and as a regular file of root whatever is at that path.
    await run(
      machine,
      id,
      'cd /root/.ssh && rm authorized_keys && ln -s /etc/passwd authorized_keys',
    )
    machine.manager.apply({ ...spec, generation: 2, authorized_keys: ['ssh-ed25519 AAAAbob'] })
    const exchanged =
      'cat /root/.ssh/authorized_keys; head -c 5 /etc/passwd; stat -c %F /root/.ssh/authorized_keys'
    await expect
      .poll(async () => (await run(machine, id, exchanged)).stdout, { timeout: 10_000 })
      .toBe('ssh-ed25519 AAAAbob\nroot:regular file\n')
    await run(machine, id, 'chmod 777 /root/.ssh')
    machine.manager.apply({ ...spec, generation: 3, restart: 1, authorized_keys: [] })
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 3)
    const after =
      'stat -c %a /root/.ssh; cat /root/.ssh/authorized_keys /root/.ssh/authorized_keys2'
    expect((await run(machine, id, after)).stdout).toBe('700\nown\n')
  })

  it('reports why a start script failed, with its last output', async () => {
    await using machine = await startDockerManager()
    const failed = await machine.runReady(
      aBaseSpec({ on_start_script: 'echo no network >&2; exit 4' }),
    )
    expect(failed).toMatchObject({ phase: 'failed', ready: false, ready_s: 0 })
    expect(failed.reason).toEqual({
      code: 'start_script_failed',
      exit_code: 4,
      text: 'The start script exited with code 4. Last log lines:\nno network',
    })
  })

  it('reports that an image cannot be pulled', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec({ image: 'registry.invalid/no/such:image' })
    const failed = await machine.runReady(spec)
    expect(failed).toMatchObject({ phase: 'failed', reason: { code: 'registry_unreachable' } })
    expect(failed.reason?.text).toContain('registry.invalid')
  })

  it('fails and is stopped when it never becomes ready', async () => {
    await using machine = await startDockerManager()
    const readiness = { kind: 'tcp', port: 8080, timeout_s: 2 } as const
    const spec = aBaseSpec({ readiness })
    const failed = await machine.runReady(spec)
    expect(failed).toMatchObject({ reason: { code: 'readiness_timeout' }, ready_s: 0 })
    const signal = AbortSignal.timeout(5_000)
    const facts = await machine.runtime.inspectContainer(`gridloom-${spec.instance_id}`, signal)
    expect(facts?.state).toBe('exited')
  })

  it.each([
    ['tcp', { kind: 'tcp', port: 8080, timeout_s: 20 }],
    ['http', { kind: 'http', port: 8080, path: '/', timeout_s: 20 }],
    ['exec', { kind: 'exec', command: ['test', '-e', '/www/index.html'], timeout_s: 20 }],
  ] satisfies [string, Readiness][])(
    'is ready when the %s probe passes, and serves its port',
    async (_, readiness) => {
      await using machine = await startDockerManager()
      const script = 'mkdir /www; echo hello > /www/index.html; exec httpd -f -p 8080 -h /www'
      const spec = aBaseSpec({ readiness, on_start_script: script })
      expect(await machine.runReady(spec)).toMatchObject({ phase: 'running', ready: true })
      const signal = AbortSignal.timeout(5_000)
      const connection = await machine.manager.dial(spec.instance_id, 8080, signal)
      connection.write('GET /index.html HTTP/1.0\r\n\r\n')
      expect(Buffer.concat(await Array.fromAsync(connection)).toString()).toContain('hello')
    },
  )

  it('reports that it ran out of memory', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec({ memory_mib: 32, on_start_script: 'tail /dev/zero' })
    const { instance_id: id } = spec
    machine.manager.apply(spec)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason).toMatchObject({ code: 'out_of_memory', exit_code: 137 })
  })

  it('reports that its disk is full, and keeps running', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec({ disk_gb: 1 })
    await machine.runReady(spec)
    const { instance_id: id } = spec
    await run(machine, id, 'dd if=/dev/zero of=/root/big bs=1M count=1100')
    const full = await machine.until(id, ({ reason }) => reason !== null)
    expect(full).toMatchObject({ phase: 'running', ready: true, reason: { code: 'disk_full' } })
    await run(machine, id, 'rm /root/big')
    await machine.until(id, ({ reason }) => reason === null)
  })

  it('reports a container that exits on its own', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec({
      launch_mode: 'entrypoint',
      on_start_script: "sh -c 'sleep 1; exit 0'",
    })
    const { instance_id: id } = spec
    machine.manager.apply(spec)
    const ended = await machine.until(id, ({ reason }) => reason !== null)
    expect(ended).toMatchObject({ phase: 'stopped', reason: { code: 'exited', exit_code: 0 } })
  })

  it('restarts its container with its disk', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    const first = await machine.runReady(spec)
    await run(machine, id, 'touch /root/file')
    machine.manager.apply({ ...spec, generation: 2, restart: 1 })
    const again = await machine.until(id, (it) => it.ready && it.started_at !== first.started_at)
    expect(again).toMatchObject({ phase: 'running', observed_generation: 2 })
    expect((await run(machine, id, 'ls /root')).stdout).toBe('file\n')
  })

  it('starts again with its disk after a restart of the machine', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    const first = await machine.runReady(spec)
    await run(machine, id, 'touch /root/file')
    await machine.manager[Symbol.asyncDispose]()
    await machine.runtime.stopContainer(`gridloom-${id}`, 0, AbortSignal.timeout(10_000))
    await machine.restart('boot-2')
    const again = await machine.until(id, ({ ready, phase }) => ready || phase === 'failed')
    expect(again).toMatchObject({ phase: 'running', ready: true, reason: null })
    expect(again.started_at).not.toBe(first.started_at)
    expect((await run(machine, id, 'ls /root')).stdout).toBe('file\n')
  })

  it('starts although its network was removed while nothing ran in it', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    await machine.runReady(spec)
    machine.manager.apply({ ...spec, generation: 2, desired: 'stopped' })
    await machine.until(id, ({ phase }) => phase === 'stopped')
    const network = await networkOf(machine, id)
    // As after a restart of the machine, when networks without containers are pruned.
    await docker(['kill', network])
    await docker(['network', 'rm', network])
    machine.manager.apply({ ...spec, generation: 3 })
    const again = await machine.until(id, ({ ready, phase }) => ready || phase === 'failed')
    expect(again).toMatchObject({ phase: 'running', ready: true })
    await expectReached(machine, id)
  })

  it('starts again by itself when something kills what holds its network', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    const first = await machine.runReady(spec)
    const address = (await run(machine, id, 'hostname -i')).stdout
    await docker(['kill', await networkOf(machine, id)])
    const again = await machine.until(
      id,
      ({ ready, started_at }) => ready && started_at !== first.started_at,
    )
    expect(again).toMatchObject({ phase: 'running', reason: null })
    expect((await run(machine, id, 'hostname -i')).stdout).toBe(address)
    await expectReached(machine, id)
  })

  it('starts on its disk although what held its network was removed', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    await machine.runReady(spec)
    await run(machine, id, 'touch /root/file')
    machine.manager.apply({ ...spec, generation: 2, desired: 'stopped' })
    await machine.until(id, ({ phase }) => phase === 'stopped')
    await docker(['rm', '-f', await networkOf(machine, id)])
    machine.manager.apply({ ...spec, generation: 3 })
    const again = await machine.until(id, ({ ready, phase }) => ready || phase === 'failed')
    expect(again).toMatchObject({ phase: 'running', ready: true })
    expect((await run(machine, id, 'ls /root')).stdout).toBe('file\n')
    await expectReached(machine, id)
  })

  it('returns its load and its logs while it runs', async () => {
    await using machine = await startDockerManager()
    const script = 'for i in 1 2 3; do echo line $i; done; echo bad >&2'
    const spec = aBaseSpec({ on_start_script: script })
    const { instance_id: id } = spec
    await machine.runReady(spec)
    const signal = AbortSignal.timeout(20_000)
    const [sampled] = await machine.manager.sampleMetrics(signal)
    expect(sampled?.sample.memory_bytes).toBeGreaterThan(0)
    expect(sampled?.sample.memory_limit_bytes).toBe(512 * 1024 * 1024)

    const tail = { follow: false, since: undefined, tail: 2, search: 'LINE' }
    expect(await collectLines(machine.manager.logs(id, tail, signal), 10)).toEqual([
      'line 2',
      'line 3',
    ])
    const following = { follow: true, since: undefined, tail: 100, search: undefined }
    const lines = collectLines(machine.manager.logs(id, following, signal), 5)
    await run(machine, id, 'echo from outside > /proc/1/fd/1')
    expect(await lines).toContain('from outside')
  })
})

const docker = (words: string[]) => promisify(execFile)('docker', words)

async function networkOf({ runtime }: Machine, id: InstanceId): Promise<string> {
  const facts = await runtime.inspectContainer(`gridloom-${id}`, AbortSignal.timeout(10_000))
  return facts?.labels[labelNames.network] ?? ''
}

/** A port without a listener refuses a connection at once; without a network there is no answer. */
async function expectReached({ runtime }: Machine, id: InstanceId): Promise<void> {
  const dialling = runtime.dial(`gridloom-${id}`, 9, AbortSignal.timeout(5_000))
  await expect(dialling).rejects.toThrow(/ECONNREFUSED/)
}

type Machine = Awaited<ReturnType<typeof startDockerManager>>

function run(machine: Machine, id: ReturnType<typeof newInstanceId>, script: string) {
  const request = { command: ['sh', '-c', script], timeout_s: 60 }
  return collectExec(machine.manager.exec(id, request, AbortSignal.timeout(60_000)))
}

function aBaseSpec(changes: Parameters<typeof aSpec>[0] = {}) {
  return aSpec({ instance_id: newInstanceId(), image, ...changes })
}
