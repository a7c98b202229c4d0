import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { systemClock } from '@gridloom/async/clock'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { TerminalId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import {
  collectExec,
  newInstanceId,
  ownRuntime,
  removeAll,
  startDockerManager,
} from '../../test/docker-manager.ts'
import { ownerOf } from '../host/owners.ts'
import { createInstanceManager } from './index.ts'

const terminal = TerminalId.parse('trm_01jd3v8q6f7g8h9jkmnpqrstvw')
const size = { columns: 91, rows: 33 }

describe('the ports that processes in an instance listen on', () => {
  it('are listed as they open and close, and none of the machine', async () => {
    await using inside = await setup()
    expect(await inside.listening()).toEqual([])
    await inside.sh('httpd -p 127.0.0.1:9000; nc -l -p 8080 </dev/zero >/dev/null 2>&1 &')
    await expect.poll(inside.listening).toEqual([
      { port: 8080, address: 'any' },
      { port: 9000, address: 'loopback' },
    ])
    await inside.sh('killall nc httpd')
    await expect.poll(inside.listening).toEqual([])
  })
})

describe('a command in an instance', () => {
  it('reads its input, and returns its exit code and both outputs', async () => {
    await using inside = await setup()
    const command = ['sh', '-c', 'cat; echo err >&2; exit 42']
    const received = await inside.exec({ command, stdin: 'from outside', timeout_s: 20 })
    expect(received).toEqual({
      stdout: 'from outside',
      stderr: 'err\n',
      end: { kind: 'exit', exit_code: 42, ended: 'exited' },
    })
  })

  it('exits with 126 or 127 for a missing program', async () => {
    await using inside = await setup()
    const { end } = await inside.exec({ command: ['no-such-program'], timeout_s: 20 })
    expect(end).toMatchObject({ ended: 'exited', exit_code: expect.toBeOneOf([126, 127]) })
  })

  it('is killed with its child processes at its timeout', async () => {
    await using inside = await setup()
    const command = ['sh', '-c', 'sleep 7654 & sleep 7654']
    const { end } = await inside.exec({ command, timeout_s: 1 })
    expect(end).toEqual({ kind: 'exit', exit_code: null, ended: 'timed_out' })
    const left = await inside.exec({
      command: ['sh', '-c', 'ps | grep -c "[s]leep 7654"'],
      timeout_s: 20,
    })
    expect(left.stdout).toBe('0\n')
  })

  it('is cut off at 8 MiB of output', async () => {
    await using inside = await setup()
    const { stdout, end } = await inside.exec({ command: ['yes'], timeout_s: 30 })
    expect(end).toMatchObject({ ended: 'output_limit' })
    expect(stdout).toHaveLength(8 * 1024 * 1024)
  })
})

describe.runIf(availableParallelism() === 2)('the processors of an instance', () => {
  it('are as many as rented and not those of a neighbour, also after a restart of the agent', async () => {
    await using machine = await startDockerManager()
    const begin = async () => {
      const spec = aSpec({ image: 'gridloom/base:latest', instance_id: newInstanceId(), vcpus: 1 })
      expect(await machine.runReady(spec)).toMatchObject({ ready: true })
      return spec
    }
    const seen = async ({ instance_id }: InstanceSpec) => {
      const script = 'nproc; grep Cpus_allowed_list /proc/self/status | cut -f 2'
      const request = { command: ['sh', '-c', script], timeout_s: 20 }
      const messages = machine.manager.exec(instance_id, request, AbortSignal.timeout(20_000))
      return (await collectExec(messages)).stdout.trim().split('\n')
    }
    const first = await begin()
    await machine.restart()
    const second = await begin()
    expect([await seen(first), await seen(second)].sort()).toEqual([
      ['1', '0'],
      ['1', '1'],
    ])

    // While the first is stopped, its processor goes to the third; it starts again on the one that is free then.
    const [, old] = await seen(first)
    const turn = (spec: InstanceSpec, generation: number, desired: InstanceSpec['desired']) =>
      machine.manager.apply({ ...spec, generation, desired })
    turn(first, 2, 'stopped')
    await machine.until(first.instance_id, ({ phase }) => phase === 'stopped')
    const third = await begin()
    expect(await seen(third)).toEqual(['1', old])
    turn(second, 2, 'destroyed')
    await machine.until(second.instance_id, ({ phase }) => phase === 'destroyed')
    turn(first, 3, 'running')
    await machine.until(first.instance_id, ({ ready }) => ready)
    expect(await seen(first)).toEqual(['1', old === '0' ? '1' : '0'])
  })
})

describe('a terminal in an instance', () => {
  it('has its size, survives its viewer, and shows its past output to the next viewer', async () => {
    await using inside = await setup()
    const { manager } = inside.machine
    const first = await manager.openTerminal(inside.id, terminal, size)
    expect(first.resumed).toBe(false)
    first.stream.write('stty size; echo mar""ker; A=kept\n')
    expect(await readUntil(first.stream, 'marker')).toContain('33 91')
    first.stream.destroy()

    const second = await manager.openTerminal(inside.id, terminal, { columns: 50, rows: 20 })
    expect(second.resumed).toBe(true)
    expect(await readUntil(second.stream, 'marker')).toContain('33 91')
    second.stream.write('echo $A; stty size; echo do""ne\n')
    const seen = await readUntil(second.stream, 'done')
    expect(seen).toContain('kept')
    expect(seen).toContain('20 50')
    await manager.resizeTerminal(inside.id, terminal, { columns: 60, rows: 21 })
    second.stream.write('stty size; echo la""st\n')
    expect(await readUntil(second.stream, 'last')).toContain('21 60')
  })

  it('ends its stream when the shell exits, and is new when it is opened again', async () => {
    await using inside = await setup()
    const { manager } = inside.machine
    const first = await manager.openTerminal(inside.id, terminal, size)
    first.stream.write('exit\n')
    first.stream.resume()
    await once(first.stream, 'end')
    const second = await manager.openTerminal(inside.id, terminal, size)
    expect(second.resumed).toBe(false)
    second.stream.destroy()
  })
})

describe('the network of an instance', () => {
  it('reaches neither the machine, nor its networks, nor the metadata service, nor another instance', async () => {
    await using inside = await setup()
    const other = aSpec({
      instance_id: newInstanceId(),
      image: 'gridloom/base:latest',
      on_start_script: 'echo hi > /tmp/index.html; exec httpd -f -p 8080 -h /tmp',
      readiness: { kind: 'tcp', port: 8080, timeout_s: 20 },
    })
    await inside.machine.runReady(other)
    expect(inside.machine.manager.isolation()).toEqual({ kind: 'full' })
    const gateway = await inside.sh("ip route | sed -n 's/^default via \\([^ ]*\\).*/\\1/p'")
    const neighbour = await collectExec(
      inside.machine.manager.exec(
        other.instance_id,
        { command: ['hostname', '-i'], timeout_s: 20 },
        AbortSignal.timeout(20_000),
      ),
    )
    const hosts = [gateway, neighbour.stdout.trim(), '169.254.169.254', ...ownAddresses()]
    const tries = hosts.map(async (host) => {
      const reached = await inside.sh(
        `nc -w 1 ${host} 8080 </dev/null >/dev/null 2>&1 && echo yes || echo no`,
      )
      expect({ host, reached }).toEqual({ host, reached: 'no' })
    })
    await Promise.all(tries)
    expect(await inside.sh('echo still here')).toBe('still here')
  })
})

describe('an agent that was killed', () => {
  it('finds its container unchanged after a restart, and meters the gap', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-killed-'))
    const runtime = await ownRuntime(ownerOf(dataDir))
    await using _ = {
      [Symbol.asyncDispose]: async () => {
        await removeAll(runtime, dataDir)
        await rm(dataDir, { recursive: true })
      },
    }
    const spec = aSpec({ instance_id: newInstanceId(), image: 'gridloom/base:latest' })
    await runAndKill(dataDir, spec)
    const name = `gridloom-${spec.instance_id}`
    const before = await runtime.inspectContainer(name, AbortSignal.timeout(5_000))
    await systemClock.sleep(1_500)

    const log = { info: () => {}, warn: () => {} }
    await using manager = createInstanceManager({ runtime, dataDir, clock: systemClock, log })
    await manager.adopt(AbortSignal.timeout(10_000))
    const [report] = manager.reports()
    expect(report).toMatchObject({ phase: 'running', ready: true, started_at: before?.startedAt })
    expect(report?.ready_s).toBeGreaterThanOrEqual(1)
    expect(manager.sync([spec])).toEqual({ unknown: [] })
    expect(manager.sync([])).toEqual({ unknown: [spec.instance_id] })
  })
})

async function setup() {
  const machine = await startDockerManager()
  const id = newInstanceId()
  await machine.runReady(aSpec({ instance_id: id, image: 'gridloom/base:latest' }))
  const exec = (request: { command: string[]; timeout_s: number; stdin?: string }) =>
    collectExec(machine.manager.exec(id, request, AbortSignal.timeout(60_000)))
  return {
    machine,
    id,
    exec,
    listening: () => machine.manager.listening(id, AbortSignal.timeout(10_000)),
    sh: async (script: string) =>
      (await exec({ command: ['sh', '-c', script], timeout_s: 30 })).stdout.trim(),
    [Symbol.asyncDispose]: () => machine[Symbol.asyncDispose](),
  }
}

/** Starts an agent's process, waits until its instance is ready, and kills it without warning. */
async function runAndKill(dataDir: string, spec: ReturnType<typeof aSpec>): Promise<void> {
  const script = join(import.meta.dirname, '../../test/manager-process.ts')
  const words = [script, dataDir, JSON.stringify(spec)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).toBe('ready')
    break
  }
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function readUntil(stream: Duplex, mark: string): Promise<string> {
  let seen = ''
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(15_000)
    limit.addEventListener('abort', () => reject(new Error(`no ${mark} in ${seen}`)))
    const take = (bytes: Buffer) => {
      seen += bytes.toString('utf8')
      if (!seen.includes(mark)) return
      stream.removeListener('data', take)
      resolve(seen)
    }
    stream.on('data', take)
  })
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flat()
  const outer = all.filter((it) => it !== undefined && it.family === 'IPv4' && !it.internal)
  return [...new Set(outer.flatMap((it) => it?.address ?? []))].slice(0, 3)
}
