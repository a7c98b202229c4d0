import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { launchCommand } from '../src/instances/sessions/launcher.ts'
import { readLogFrames } from '../src/runtime/docker/log-frames.ts'
import type { ContainerRuntime, ContainerSettings, RuntimeEvent } from '../src/runtime/port.ts'
import { newSessionId } from './session-ids.ts'

/** A runtime to test against the contract: names and labels that contain `mark` belong to the test. */
export interface RuntimeUnderTest extends AsyncDisposable {
  runtime: ContainerRuntime
  /** An image with a shell that the engine already has. */
  image: string
  mark: string
}

/** Defines the tests that every driver of the runtime port passes, whatever engine is behind it. */
export function holdToContract(driver: string, setup: () => Promise<RuntimeUnderTest>): void {
  describe(`${driver}: a container`, () => {
    it('is created, started, stopped and removed, also when each call is repeated', async () => {
      await using test = await begin(setup)
      const { runtime, name } = test
      expect(await test.facts()).toMatchObject({
        state: 'created',
        startedAt: null,
        exitCode: null,
      })
      await runtime.createContainer(test.settings, signal())
      await runtime.startContainer(name, signal())
      await runtime.startContainer(name, signal())
      const running = await test.facts()
      expect(running).toMatchObject({ state: 'running', finishedAt: null, exitCode: null })
      await runtime.stopContainer(name, 2, signal())
      await runtime.stopContainer(name, 2, signal())
      const exited = await test.facts()
      expect(exited).toMatchObject({ state: 'exited', startedAt: running?.startedAt })
      expect(exited?.finishedAt).not.toBeNull()
      expect(exited && (await runtime.wasSignalled(exited, signal()))).toBe(true)
      await runtime.removeContainer(name, signal())
      await runtime.removeContainer(name, signal())
      expect(await test.facts()).toBeUndefined()
      await runtime.removeNetwork(test.settings.network, signal())
      await runtime.removeNetwork(test.settings.network, signal())
    })

    it('has a new start time after each start', async () => {
      await using test = await begin(setup)
      const { runtime, name } = test
      await runtime.startContainer(name, signal())
      const first = await test.facts()
      await runtime.stopContainer(name, 2, signal())
      await systemClock.sleep(5)
      await runtime.startContainer(name, signal())
      expect((await test.facts())?.startedAt).not.toBe(first?.startedAt)
    })

    it('is listed by its label, and so is its network', async () => {
      await using test = await begin(setup)
      const label = `test.mark=${test.mark}`
      const found = await test.runtime.listContainers(label, signal())
      expect(found.map(({ name, labels }) => [name, labels['test.mark']])).toEqual([
        [test.name, test.mark],
      ])
      expect(await test.runtime.listContainers('test.mark=other', signal())).toEqual([])
      expect(await test.runtime.listNetworks(label, signal())).toEqual([test.settings.network])
    })

    it('runs its program, and shows its mark and its log', async () => {
      await using test = await begin(setup, { programs: { '/.own/start': 'echo begun' } })
      await test.runtime.startContainer(test.name, signal())
      await waitUntil(() => test.runtime.hasPath(test.name, '/.own/started', signal()))
      expect(await test.runtime.hasPath(test.name, '/.own/other', signal())).toBe(false)
      // An engine writes a log beside the program, so the program's next step may be seen before its line.
      const read = { follow: false, since: undefined, tail: 5 }
      const lines = () => Array.fromAsync(test.runtime.logs(test.name, read, signal()))
      await waitUntil(async () => (await lines()).length > 0)
      expect((await lines()).map((line) => line.text)).toEqual(['begun'])
    })

    it('exits with the exit code of a program that fails, and publishes that as an event', async () => {
      await using test = await begin(setup, { programs: { '/.own/start': 'exit 5' } })
      const stop = new AbortController()
      const events = test.runtime.events(`test.mark=${test.mark}`, stop.signal)
      const exit = firstExit(events)
      await systemClock.sleep(50)
      await test.runtime.startContainer(test.name, signal())
      expect(await exit).toEqual({ kind: 'exited', name: test.name })
      stop.abort()
      const facts = await test.facts()
      expect(facts).toMatchObject({ state: 'exited', exitCode: 5, outOfMemory: false })
      expect(facts && (await test.runtime.wasSignalled(facts, signal()))).toBe(false)
    })
  })

  describe(`${driver}: a running container`, () => {
    it('runs commands with their input, outputs and exit code', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      const command = ['sh', '-c', 'cat; echo bad >&2; exit 3']
      const running = await test.runtime.exec(test.name, { command, stdin: 'given\n' }, signal())
      const received = { stdout: '', stderr: '' }
      for await (const { stream, bytes } of running.output) received[stream] += bytes.toString()
      expect(received).toEqual({ stdout: 'given\n', stderr: 'bad\n' })
      expect(await running.exitCode(signal())).toBe(3)
    })

    it('runs in its folder, as its user, and under its host name', async () => {
      const chosen = { workdir: '/own/place', user: '1234:5678', hostname: 'own-name' }
      await using test = await begin(setup, chosen)
      await test.runtime.startContainer(test.name, signal())
      const command = ['sh', '-c', 'pwd; id -u; hostname']
      const running = await test.runtime.exec(test.name, { command, stdin: undefined }, signal())
      const pieces = (await Array.fromAsync(running.output)).map(({ bytes }) => bytes)
      expect(Buffer.concat(pieces).toString()).toBe('/own/place\n1234\nown-name\n')
    })

    it('kills a command on request', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      const settings = { command: ['sleep', '3600'], stdin: undefined }
      const running = await test.runtime.exec(test.name, settings, signal())
      await systemClock.sleep(100)
      await running.kill(signal())
      expect(await Array.fromAsync(running.output)).toEqual([])
      expect(await running.exitCode(signal())).toBe(137)
    })

    it('has terminals that echo, resize and exit', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      const settings = { command: ['sh'], env: ['TERM=dumb'], columns: 80, rows: 24 }
      const terminal = await test.runtime.openTerminal(test.name, settings)
      await terminal.resize({ columns: 100, rows: 30 })
      terminal.stream.write('echo typed\n')
      terminal.stream.write('exit 7\n')
      expect(await text(terminal.stream)).toContain('typed')
      expect(await terminal.exitCode(signal())).toBe(7)
    })

    it('runs a program for a stream: its input ends, and its outputs come in frames', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      const id = newSessionId()
      const launched = { kind: 'command', command: 'cat; echo bad >&2; exit 3' } as const
      const command = launchCommand('/bin/sh', id, launched)
      const settings = { id, command, env: [], terminal: undefined }
      const session = await test.runtime.openSession(test.name, settings, signal())
      session.stream.end('given\n')
      const received = { stdout: '', stderr: '' }
      for await (const { stream, bytes } of readLogFrames(session.stream))
        received[stream] += bytes.toString()
      expect(received).toEqual({ stdout: 'given\n', stderr: 'bad\n' })
      expect(await session.exitCode(signal())).toBe(3)
      await session.hangUp(signal())
    })

    it('hangs up the program of a stream, and those that an earlier agent left', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      const open = async (id = newSessionId()) => {
        const launched = { kind: 'command', command: 'sleep 3600' } as const
        const command = launchCommand('/bin/sh', id, launched)
        const terminal = { columns: 80, rows: 24 }
        return test.runtime.openSession(test.name, { id, command, env: [], terminal }, signal())
      }
      const own = await open()
      const ended = closed(own.stream)
      await own.hangUp(signal())
      await ended
      if (test.runtime.kind === 'fake') return
      const left = await open()
      const leftEnded = closed(left.stream)
      await test.runtime.hangUpSessions(test.name, () => true, signal())
      await left.resize({ columns: 100, rows: 30 })
      await test.runtime.hangUpSessions(test.name, () => false, signal())
      await leftEnded
    })

    it('has a log that can be followed until it stops', async () => {
      await using test = await begin(setup, { programs: { '/.own/start': 'echo one' } })
      await test.runtime.startContainer(test.name, signal())
      const selection = { follow: true, since: undefined, tail: 'all' } as const
      const lines = Array.fromAsync(test.runtime.logs(test.name, selection, signal()))
      await waitUntil(() => test.runtime.hasPath(test.name, '/.own/started', signal()))
      await test.runtime.stopContainer(test.name, 1, signal())
      const [line, ...others] = await lines
      expect(line).toMatchObject({ stream: 'stdout', text: 'one' })
      // Docker returns nanoseconds, older versions of Podman whole seconds.
      expect(line?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{9})?Z$/)
      expect(others).toEqual([])
    })

    it('reports its use of memory and disk', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      const usage = await test.runtime.readUsage(test.name, signal())
      expect(usage.memoryLimitBytes).toBe(test.settings.memoryBytes)
      const { usedBytes } = await test.runtime.diskUse(test.name, signal())
      expect(usedBytes).toBeGreaterThanOrEqual(0)
    })

    it('refuses a connection to a port without a listener', async () => {
      await using test = await begin(setup)
      await test.runtime.startContainer(test.name, signal())
      await expect(test.runtime.dial(test.name, 9, signal())).rejects.toThrow(/ECONNREFUSED/)
    })
  })

  describe(`${driver}: the engine`, () => {
    it('reports its version and its images', async () => {
      await using test = await setup()
      const { engine, images } = await test.runtime.probe(signal())
      expect(engine.version).not.toBe('')
      expect(images.map(({ name }) => name)).toContain(test.image)
      expect(await test.runtime.imageId(test.image, signal())).toEqual(expect.any(String))
      expect(await test.runtime.imageId('no.such/image:here', signal())).toBeUndefined()
    })

    it('ends its event stream when the signal aborts', async () => {
      await using test = await setup()
      const stop = new AbortController()
      const events = Array.fromAsync(test.runtime.events('test.mark', stop.signal))
      await systemClock.sleep(20)
      stop.abort()
      expect(await events).toEqual([])
    })
  })
}

async function begin(
  setup: () => Promise<RuntimeUnderTest>,
  changes: Partial<ContainerSettings> = {},
) {
  const test = await setup()
  const { runtime, image, mark } = test
  const name = `contract-${mark}`
  const labels = { 'test.mark': mark }
  const network = `${name}-network`
  await runtime.createNetwork(
    {
      ...{ name: network, hostname: changes.hostname ?? 'contract', labels },
      ...{ bridge: `ct-${mark}`.slice(0, 15), subnet: undefined, dns: undefined },
    },
    signal(),
  )
  const settings = { ...aContainer({ name, network, image, labels }), ...changes }
  await runtime.createContainer(settings, signal())
  return {
    ...test,
    name,
    settings,
    facts: () => runtime.inspectContainer(name, signal()),
    [Symbol.asyncDispose]: async () => {
      await runtime.removeContainer(name, signal())
      await runtime.removeNetwork(network, signal())
      await test[Symbol.asyncDispose]()
    },
  }
}

const startOwn = 'if [ -x /.own/start ]; then /.own/start || exit $?; : > /.own/started; fi'

function aContainer(own: {
  name: string
  network: string
  image: string
  labels: Record<string, string>
}) {
  return {
    ...own,
    hostname: 'contract',
    env: [],
    entrypoint: ['/bin/sh', '-c', `${startOwn}; while :; do sleep 60; done`],
    command: [],
    programs: {},
    nanoCpus: 1e9,
    cpus: undefined,
    memoryBytes: 64 * 1024 * 1024,
    pidsMax: 100,
    diskBytes: 100_000_000,
    views: [],
    dns: undefined,
    capabilities: [],
    gpuUuids: [],
  }
}

function closed(stream: Duplex): Promise<void> {
  return new Promise((resolve) => stream.resume().once('close', resolve))
}

async function firstExit(events: AsyncIterable<RuntimeEvent>): Promise<RuntimeEvent | undefined> {
  for await (const event of events) if (event.kind === 'exited') return event
  return undefined
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(20_000)
  while (!(await isTrue())) {
    limit.throwIfAborted()
    await systemClock.sleep(20)
  }
}

function signal(): AbortSignal {
  return AbortSignal.timeout(30_000)
}
