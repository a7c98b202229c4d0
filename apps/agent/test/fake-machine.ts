import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import type { InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { readTextIfThere } from '../src/host/files.ts'
import { systemRandom } from '../src/host/random.ts'
import { createInstanceManager, type InstanceManager } from '../src/instances/index.ts'
import type { InstanceManagerOptions } from '../src/instances/manager-options.ts'
import { createFakeRuntime, type FakeRuntime } from '../src/runtime/fake/index.ts'

/** An instance manager over the fake engine, on a clock that the test advances. */
export interface FakeMachine extends AsyncDisposable {
  dataDir: string
  clock: TestClock
  runtime: FakeRuntime
  manager: InstanceManager
  /** Each report in the order of its publication. */
  reported: InstanceReport[]
  report(id: InstanceId): InstanceReport
  /** Advances the clock in steps of 50 ms until a report matches `isIt`. Errors: none matches within 5 minutes. */
  until(id: InstanceId, isIt: (report: InstanceReport) => boolean): Promise<InstanceReport>
  /** Advances the clock, and lets everything that it wakes finish. */
  pass(ms: number): Promise<void>
  runReady(spec: InstanceSpec): Promise<InstanceReport>
  /** Starts a new agent over the same folder and engine. `kill`: the old one gets no chance to clean up. */
  restart(how: 'end' | 'kill'): Promise<void>
  /** Ends the agent and, after `offMs`, all containers, as a power cut does; then starts the agent in another boot. */
  reboot(offMs: number): Promise<void>
}

export async function startFakeMachine(
  options: Partial<InstanceManagerOptions> & { images?: string[]; runtime?: FakeRuntime } = {},
): Promise<FakeMachine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-fake-'))
  const clock = createTestClock()
  const images = options.images ?? ['gridloom/base:1']
  const runtime = options.runtime ?? createFakeRuntime({ clock, images })
  const reported: InstanceReport[] = []
  const killed: InstanceManager[] = []
  let boots = 1

  async function begin(): Promise<InstanceManager> {
    const manager = createInstanceManager({
      runtime,
      dataDir,
      clock,
      random: systemRandom,
      log: { info: () => {}, warn: () => {} },
      isolate: async () => ({ kind: 'full' }),
      systemBoot: `boot-${boots}`,
      ...options,
    })
    manager.onChange((report) => reported.push(report))
    await manager.adopt(new AbortController().signal)
    return manager
  }

  let manager = await begin()
  const report = (id: InstanceId) => {
    const found = manager.reports().find(({ instance_id }) => instance_id === id)
    if (found === undefined) throw new Error(`no report of ${id}`)
    return found
  }

  async function until(id: InstanceId, isIt: (report: InstanceReport) => boolean) {
    for (let step = 0; step < 6_000; step += 1) {
      for (let rest = 0; rest < 3; rest += 1) await turn()
      if (isIt(report(id))) return report(id)
      await clock.advance(50)
    }
    throw new Error(`it stayed ${JSON.stringify(report(id))}`)
  }

  /** Abandons the manager once its last state is on disk: how soon that happens is tested elsewhere. */
  async function abandon(): Promise<void> {
    killed.push(manager)
    for (const { instance_id, phase, ready } of manager.reports()) {
      const path = join(dataDir, 'instances', `${instance_id}.json`)
      const isSaved = async () => {
        const saved = JSON.parse((await readTextIfThere(path)) ?? '{}')
        return saved.phase === phase && saved.ready === ready
      }
      while (!(await isSaved())) await turn()
    }
  }

  async function restart(how: 'end' | 'kill'): Promise<void> {
    if (how === 'end') await manager[Symbol.asyncDispose]()
    else await abandon()
    manager = await begin()
  }

  /** The engine learns of the end of its containers only when it starts again. */
  async function reboot(offMs: number): Promise<void> {
    const running = manager.reports().filter(({ phase }) => phase === 'running')
    await manager[Symbol.asyncDispose]()
    await clock.advance(offMs)
    for (const { instance_id } of running) runtime.control.exit(instance_id, 255)
    boots += 1
    manager = await begin()
  }

  return {
    dataDir,
    clock,
    runtime,
    get manager() {
      return manager
    },
    reported,
    report,
    until,
    pass: async (ms) => {
      await clock.advance(ms)
      for (let rest = 0; rest < 5; rest += 1) await turn()
    },
    runReady: (spec) => {
      manager.apply(spec)
      return until(spec.instance_id, ({ ready, phase }) => ready || phase === 'failed')
    },
    restart,
    reboot,
    [Symbol.asyncDispose]: async () => {
      for (const it of [manager, ...killed]) await it[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}
