import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { ownRuntime, removeAll } from '../../test/docker-manager.ts'
import { execute } from '../host/execute.ts'
import { showLife } from '../host/owners.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { clearDead } from './clear-dead.ts'
import { createEgress } from './egress/apply.ts'
import { chainsOf } from './egress/rules.ts'
import { bridgePrefix, labelNames, networkName, networkSettings } from './names.ts'

const run = promisify(execFile)
const signal = AbortSignal.timeout(60_000)
const hourMs = 3_600_000

it('removes what a dead agent left, and nothing of one that is alive, recent or has a container', async () => {
  await using machine = await setup()
  const dead = await machine.agent()
  const living = await machine.agent()
  await using _ = await showLife(living.owner)
  const stopped = await machine.agent()
  await machine.aContainer(stopped.owner)
  const young = await machine.agent()
  for (const agent of [dead, living, stopped, young]) {
    expect(await agent.left()).toEqual(['network', 'disks', 'mounts', 'chains', 'chains of IPv6'])
  }
  await machine.clear([dead, living, stopped])
  expect(await dead.left()).toEqual([])
  for (const agent of [living, stopped, young]) {
    expect(await agent.left()).toEqual(['network', 'disks', 'mounts', 'chains', 'chains of IPv6'])
  }
})

interface LeftAgent {
  owner: string
  network: string
  runtime: ContainerRuntime
  /** Lists the kinds of resources of the agent that are still on the machine. */
  left(): Promise<string[]>
}

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-agent-'))
  const agents: LeftAgent[] = []
  const containers: string[] = []
  const newOwner = () => randomBytes(8).toString('hex')
  const own = newOwner()

  /** Creates the resources of an agent that was killed before its first instance. */
  async function agent(): Promise<LeftAgent> {
    const owner = newOwner()
    const network = networkName(owner, newOwner())
    const runtime = await ownRuntime(owner)
    await runtime.createNetwork(networkSettings(network, { owner, dns: undefined }), signal)
    await runtime.prepareDisks(16_000_000, signal)
    const bridges = async () => [`${bridgePrefix(owner)}+`]
    const egress = createEgress({ execute, dataDir, owner, bridges, nameServers: [] })
    expect(await egress(signal)).toEqual({ kind: 'full' })
    const left = { owner, network, runtime, left: () => leftOf({ owner, network }) }
    agents.push(left)
    return left
  }

  /** Clears as if the networks of these agents were two hours older than the engine reports. */
  async function clear(old: readonly LeftAgent[]): Promise<void> {
    const runtime = await ownRuntime(own)
    const names = old.map(({ network }) => network)
    const labelledNetworks: ContainerRuntime['labelledNetworks'] = async (...asked) =>
      (await runtime.labelledNetworks(...asked)).map((it) =>
        names.includes(it.name) ? { ...it, createdMs: it.createdMs - 2 * hourMs } : it,
      )
    const context = { clock: systemClock, owner: own, execute, dataDir }
    await clearDead({ ...context, runtime: { ...runtime, labelledNetworks } }, signal)
  }

  return {
    agent,
    clear,
    aContainer: async (owner: string) => {
      const words = ['create', '--label', `${labelNames.agent}=${owner}`, 'gridloom/base:latest']
      containers.push((await run('docker', [...words, 'sh'])).stdout.trim())
    },
    [Symbol.asyncDispose]: async () => {
      if (containers.length > 0) await run('docker', ['rm', '-f', ...containers])
      for (const { runtime, owner, network } of agents) {
        await runtime.dropSpareDisks(signal)
        await runtime.removeNetwork(network, signal)
        await removeChains(owner)
      }
      await removeAll(await ownRuntime(own), dataDir)
      await rm(dataDir, { recursive: true })
    },
  }
}

async function leftOf({ owner, network }: Pick<LeftAgent, 'owner' | 'network'>): Promise<string[]> {
  const networks = (await run('docker', ['network', 'ls', '--format', '{{.Name}}'])).stdout
  const mounts = await readFile('/proc/self/mountinfo', 'utf8')
  const found = {
    network: networks.split('\n').includes(network),
    disks: existsSync(`/var/lib/docker/gridloom/${owner}`),
    mounts: mounts.includes(`/run/gridloom/${owner}/`),
    chains: (await rulesOf('iptables')).includes(chainsOf(owner).forward),
    'chains of IPv6': (await rulesOf('ip6tables')).includes(chainsOf(owner).forward),
  }
  return Object.entries(found).flatMap(([what, isThere]) => (isThere ? what : []))
}

async function rulesOf(program: string): Promise<string> {
  return (await run(`${program}-save`, ['-t', 'mangle'])).stdout
}

/** Agents of other tests remove what dead agents left too: only what is there in the end counts. */
async function removeChains(owner: string): Promise<void> {
  for (const program of ['iptables', 'ip6tables']) {
    const change = (...words: string[]) =>
      run(program, ['-w', '5', '-t', 'mangle', ...words]).catch(() => undefined)
    const rules = (await rulesOf(program)).split('\n')
    for (const chain of Object.values(chainsOf(owner))) {
      for (const jump of rules.filter((line) => line.endsWith(`-j ${chain}`))) {
        await change(...jump.replace('-A', '-D').split(' '))
      }
      if (!rules.some((line) => line.startsWith(`:${chain} `))) continue
      await change('-F', chain)
      await change('-X', chain)
      expect(await rulesOf(program)).not.toContain(chain)
    }
  }
}
