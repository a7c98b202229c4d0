import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { type AgentProcess, spawnAgent } from '../test/agent-process.ts'
import { startControlPlane } from '../test/control-plane.ts'

describe('the agent as a process', () => {
  it('enrols, connects and sends hello by one command, and stops cleanly on SIGTERM', async () => {
    await using test = await setup()
    await using agent = test.enrol(test.plane.makeToken())
    const connection = await test.plane.nextConnection()
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({
      kind: 'hello',
      hardware: { engine: { kind: 'fake' }, container_options: true },
    })
    agent.kill('SIGTERM')
    expect(await agent.ended).toBe(0)
    expect(agent.said()).toContain('containers keep running')
  })

  it('comes back as the same machine with a new boot id after SIGKILL', async () => {
    await using test = await setup()
    const token = test.plane.makeToken()
    await using first = test.enrol(token)
    const before = await (await test.plane.nextConnection()).reportsUntil('hello')
    first.kill('SIGKILL')
    expect(await first.ended).toBeNull()
    await using second = test.run()
    const after = await (await test.plane.nextConnection()).reportsUntil('hello')
    expect(second.pid).not.toBe(first.pid)
    expect(bootId(after)).not.toBe(bootId(before))
    expect(test.plane.seen.filter((line) => line.endsWith('/enrol'))).toHaveLength(1)
  })

  it('writes no token and no key into its log', async () => {
    await using test = await setup()
    const token = test.plane.makeToken()
    await using agent = test.enrol(token, '--log-level', 'debug')
    await (await test.plane.nextConnection()).reportsUntil('hello')
    agent.kill('SIGINT')
    await agent.ended
    expect(agent.said()).toContain('enrolled')
    expect(agent.said()).not.toContain(token)
    expect(agent.said()).not.toContain('PRIVATE KEY')
  })

  it('is rejected beside another that uses the same data folder', async () => {
    await using test = await setup()
    const token = test.plane.makeToken()
    await using _first = test.enrol(token)
    await test.plane.nextConnection()
    await using second = test.run()
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain('already using the data folder')
  })

  it.each([
    [['run'], 1, 'not enrolled yet'],
    [['enrol', '--server', 'http://127.0.0.1:1'], 2, 'is needed to enrol'],
    [['enrol', '--server', 'http://127.0.0.1:1', '--token', 't'], 2, 'every user of this machine'],
    [['run', '--server', 'http://gridloom.example'], 2, 'must be https'],
    [['enrol', '--server', 'https://a.example', '--token-file', '/nowhere'], 2, '--token-file'],
    [['run', '--runtime', 'lxc'], 2, '--runtime (GRIDLOOM_AGENT_RUNTIME)'],
    [['--help'], 0, 'Examples'],
    [['--version'], 0, '0.1.0'],
  ])('with the arguments %j exits with %i', async (argv, code, text) => {
    await using test = await setup()
    await using agent = spawnAgent([...argv, '--data', test.dataDir])
    expect(await agent.ended).toBe(code)
    expect(agent.said()).toContain(text)
  })

  it('reads its token from standard input', async () => {
    await using test = await setup()
    const token = test.plane.makeToken()
    const words = ['enrol', '--server', test.plane.url, '--data', test.dataDir]
    await using agent = spawnAgent([...words, '--token-file', '-'], { input: `${token}\n` })
    expect(await agent.ended).toBe(0)
    expect(agent.said()).toContain('Enrolled as')
  })

  it('runs the doctor, and exits with 1 where something is missing', async () => {
    await using test = await setup()
    await using agent = spawnAgent(['doctor', '--runtime', 'fake', '--data', test.dataDir])
    const code = await agent.ended
    expect(agent.said()).toContain('container engine')
    expect(code).toBe(agent.said().includes('missing') ? 1 : 0)
  })
})

function bootId([hello]: AgentMessage[]): string | undefined {
  return hello?.kind === 'hello' ? hello.boot_id : undefined
}

/** A control plane and a data folder for processes that share them; nothing is measured. */
async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-process-'))
  const plane = await startControlPlane()
  await writeFile(join(dataDir, 'benchmarks.json'), JSON.stringify([aFigure]))
  return {
    dataDir,
    plane,
    run: (): AgentProcess => spawnAgent(['run', '--runtime', 'fake', '--data', dataDir]),
    /** Runs an agent that enrols with a token. */
    enrol: (token: string, ...argv: string[]): AgentProcess =>
      spawnAgent(['run', '--runtime', 'fake', '--data', dataDir, '--server', plane.url, ...argv], {
        token,
      }),
    [Symbol.asyncDispose]: async () => {
      await plane[Symbol.asyncDispose]()
      await eventually(() => rm(dataDir, { recursive: true, force: true }))
    },
  }
}

const aFigure = { kind: 'cpu_single_mops', value: 900, measured_at: '2026-01-01T00:00:00.000Z' }
