import { createHash } from 'node:crypto'
import { type Duplex, Readable } from 'node:stream'
import { zstdDecompressSync } from 'node:zlib'
import { systemClock } from '@gridloom/async/clock'
import type { ClusterPlace } from '@gridloom/contract/clusters/network'
import { ClusterId, type InstanceId } from '@gridloom/contract/core/ids'
import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import { reachableMessage } from '@gridloom/domain/clusters/packets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSpec } from '../../../test/builders.ts'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  ownRuntime,
  startDockerManager,
} from '../../../test/docker-manager.ts'
import { builtToolbox } from '../../../test/toolbox-server.ts'
import { ownerOf } from '../../host/owners.ts'
import type { ContainerRuntime } from '../../runtime/port.ts'

const socat = '/.gridloom/bin/socat'
const minute = 60_000

describe('the network of a cluster', () => {
  let here: Machine
  let there: Machine
  /** Two nodes on one machine. */
  let first: Node
  let second: Node
  /** Two nodes of another cluster, one of them on another machine. */
  let near: Node
  let far: Node

  beforeAll(async () => {
    ;[here, there] = await Promise.all([startMachine(), startMachine()])
    ;[first, second, near, far] = await Promise.all([
      here.node({ rank: 0 }),
      here.node({ rank: 1 }),
      here.node({ rank: 0, cluster: otherCluster }),
      there.node({ rank: 1, cluster: otherCluster }),
    ])
  }, minute)
  afterAll(async () => {
    await Promise.all([here[Symbol.asyncDispose](), there[Symbol.asyncDispose]()])
  }, minute)

  it('tells each node its place, and where the others are', async () => {
    expect(await first.sh('cat /etc/gridloom/hostfile')).toBe('node-0 slots=2\nnode-1 slots=4\n')
    const hostnames = await Promise.all([first.sh('hostname'), second.sh('hostname')])
    expect(new Set([...hostnames, 'one-for-all\n']).size).toBe(3)
    const variables = 'echo $GRIDLOOM_NODE_RANK/$GRIDLOOM_CLUSTER_SIZE $GRIDLOOM_NODES $MASTER_ADDR'
    expect(await second.sh(variables)).toBe('1/2 10.203.0.1,10.203.0.2 10.203.0.1\n')
  })

  it('carries connections to any TCP port under the names and addresses of the nodes', async () => {
    // Nobody declared these ports, and the second is in the range that the kernel chooses from.
    for (const [name, port] of [
      ['training-1', 5_000],
      ['node-1', 41_234],
    ] as const) {
      await second.background(
        `${socat} TCP-LISTEN:${port},reuseaddr SYSTEM:'echo from $SOCAT_PEERADDR'`,
      )
      const said = await first.shUntil(`${socat} -u TCP:${name}:${port} -`)
      expect(said).toBe('from 10.203.0.1\n')
    }
  })

  it('reaches neither another cluster on the same machine, nor the machine, nor anything else', async () => {
    await near.background(`${socat} TCP-LISTEN:6000,fork SYSTEM:'echo stranger'`)
    const tries = ['10.203.0.1:6000', '10.203.0.2:6000', '10.203.0.3:6000', '10.203.0.30:22']
    for (const target of [...tries, '172.17.0.1:22']) {
      const [options, last] = [',bind=10.203.0.2,connect-timeout=1', '2>&1 | tail -1']
      const seen = await second.sh(`${socat} -u TCP:${target}${options} - ${last}`)
      expect(seen).toMatch(/timed out|unreachable|No route|refused/i)
    }
    expect(await near.shUntil(`${socat} -u TCP:127.0.0.1:6000 -`)).toBe('stranger\n')
  })

  it('carries bytes between machines unchanged', async () => {
    using _uplinks = join(here.uplink(near), there.uplink(far))
    await far.background(`${socat} -u TCP-LISTEN:5000,reuseaddr OPEN:/root/got,creat`)
    const sent = await near.sh(
      `head -c 20000000 /dev/urandom >/root/sent
      ${socat} -u FILE:/root/sent TCP:node-1:5000,retry=50,interval=0.1; sha256sum </root/sent`,
    )
    const got = await far.shUntil('[ $(wc -c </root/got) = 20000000 ] && sha256sum </root/got')
    expect(got).toBe(sent)
  })

  it('keeps connections while an uplink breaks, and ends those to a node that is not there any more', async () => {
    const uplinks = () => join(here.uplink(near), there.uplink(far))
    const one = uplinks()
    await far.background(`${socat} TCP-LISTEN:5001,reuseaddr SYSTEM:'echo open; cat'`)
    await near.background(
      `(until [ -e /root/go ]; do sleep 0.1; done; echo later; sleep 1000) |
      (${socat} - TCP:node-1:5001,retry=50,interval=0.1; echo ended) >/root/said`,
    )
    await near.shUntil('grep open /root/said')
    one[Symbol.dispose]()
    await near.sh('touch /root/go')
    using two = uplinks()
    await near.shUntil('grep later /root/said')
    two.setReachable(0)
    expect(await near.shUntil('grep -q ended /root/said && cat /root/said')).toBe(
      'open\nlater\nended\n',
    )
    const refused = await near.sh(`${socat} -u TCP:node-1:5001 - 2>&1 | tail -1`)
    expect(refused).toContain('refused')
  })

  it('lets in only what is from another node of the cluster to this one, and ends at anything else', async () => {
    const uplink = here.uplink(near)
    uplink.write(reachableMessage(0b10))
    await near.background(`${socat} TCP-LISTEN:5002,reuseaddr,fork SYSTEM:'echo in'`)
    await near.shUntil(`${socat} -u TCP:127.0.0.1:5002 -`)
    const answers: Buffer[] = []
    uplink.on('data', (bytes) => answers.push(bytes))
    const own = [10, 203, 0, 1]
    const wrong = [own, [10, 203, 0, 3], [10, 203, 0, 30], [127, 0, 0, 1], [8, 8, 8, 8]]
    for (const source of wrong) uplink.write(synPacket({ source, destination: own }))
    for (const destination of [
      [127, 0, 0, 1],
      [10, 203, 0, 2],
      [1, 1, 1, 1],
    ])
      uplink.write(synPacket({ source: [10, 203, 0, 2], destination }))
    uplink.write(synPacket({ source: [10, 203, 0, 2], destination: own }))
    await expect.poll(() => answers.length, { timeout: 5_000 }).toBeGreaterThan(0)
    const answer = Buffer.concat(answers)
    expect([...answer.subarray(12, 20)]).toEqual([10, 203, 0, 1, 10, 203, 0, 2])
    expect(answer.length).toBeLessThan(100)

    uplink.write('SSH-2.0-OpenSSH_9.2\r\n')
    await expect.poll(() => uplink.destroyed).toBe(true)
    expect(() => here.uplink(near, ownCluster)).toThrow('not connected')
  })

  it('connects a node again whose helper was killed', async () => {
    const listening = `${socat} TCP-LISTEN:5005,reuseaddr,fork SYSTEM:'echo here'`
    await Promise.all([first.background(listening), second.background(listening)])
    for (const { id } of await here.helpers())
      await here.machine.runtime.helpers.remove(id, AbortSignal.timeout(10_000))
    const ask = (name: string) => `${socat} -u TCP:${name}:5005,connect-timeout=1 -`
    expect(await first.shUntil(ask('node-1'))).toBe('here\n')
    expect(await second.shUntil(ask('node-0'))).toBe('here\n')
  }, 30_000)

  it('keeps the connections between nodes while the agent restarts', async () => {
    await second.background(`${socat} TCP-LISTEN:5003,reuseaddr SYSTEM:'echo open; cat'`)
    await first.background(
      `(until [ -e /root/go ]; do sleep 0.1; done; echo later; sleep 1000) |
      ${socat} - TCP:node-1:5003,retry=50,interval=0.1 >/root/said`,
    )
    await first.shUntil('grep open /root/said')
    await here.machine.restart()
    await first.sh('touch /root/go')
    expect(await first.shUntil('grep later /root/said')).toBe('later\n')
  })

  it('ends the connections to a node that stops, and has it again when it starts', async () => {
    await second.background(`${socat} TCP-LISTEN:5004,reuseaddr SYSTEM:'echo open; sleep 1000'`)
    await first.background(
      `${socat} -u TCP:node-1:5004,retry=50,interval=0.1 - >/root/held; echo ended >>/root/held`,
    )
    await first.shUntil('grep open /root/held')
    await second.stop()
    expect(await first.shUntil('grep ended /root/held')).toBe('ended\n')
    const refused = await first.sh(`${socat} -u TCP:node-1:5004 - 2>&1 | tail -1`)
    expect(refused).toContain('refused')

    await second.start()
    await second.background(`${socat} TCP-LISTEN:5004,reuseaddr SYSTEM:'echo again'`)
    expect(await first.shUntil(`${socat} -u TCP:node-1:5004 -`)).toBe('again\n')
    await second.destroy()
    expect(await here.helpers()).toHaveLength(2)
  })
})

const ownCluster = ClusterId.parse('clu_01jd3v8q6f7g8h9jkmnpqrstvw')
const otherCluster = ClusterId.parse('clu_01jd3v8q6f7g8h9jkmnpqrstvx')

interface Node {
  id: InstanceId
  cluster: ClusterId
  sh(script: string): Promise<string>
  /** Repeats a command until it succeeds: what it waits for was started in the background. */
  shUntil(script: string): Promise<string>
  background(script: string): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  destroy(): Promise<void>
}

type Machine = Awaited<ReturnType<typeof startMachine>>

async function startMachine() {
  const machine = await startDockerManager(ownRuntime, [], async () => toolbox)
  await fillToolbox(machine.runtime)
  const { helpers } = machine.runtime
  const signal = () => AbortSignal.timeout(10_000)
  const own = () => helpers.list(`gridloom.agent=${ownerOf(machine.dataDir)}`, signal())
  return {
    machine,
    node: (place: { rank: number; cluster?: ClusterId }) => startNode(machine, place),
    uplink: ({ id, cluster }: Node, of = cluster) => machine.manager.clusters.open(id, of),
    helpers: own,
    [Symbol.asyncDispose]: async () => {
      for (const { id } of await own()) await helpers.remove(id, signal())
      await machine[Symbol.asyncDispose]()
    },
  }
}

const version = createHash('sha256').update(builtToolbox()).digest('hex')
const mount = { volume: `gridloom-test-toolbox-${version.slice(0, 16)}`, path: '/.gridloom' }
const toolbox = { version, mount }

/** The built toolbox in a volume, as agents make theirs. */
function fillToolbox({ volumes }: ContainerRuntime): Promise<void> {
  const content = {
    name: toolbox.mount.volume,
    labels: {},
    through: `gridloom-fill-${newInstanceId()}`,
    mountedAt: toolbox.mount.path,
    lastFile: 'manifest.json',
    open: async () => Readable.from([zstdDecompressSync(builtToolbox())]),
  }
  return volumes.fill(content, AbortSignal.timeout(60_000))
}

async function startNode(
  machine: DockerManager,
  { rank, cluster = ownCluster }: { rank: number; cluster?: ClusterId },
): Promise<Node> {
  const id = newInstanceId()
  const place: ClusterPlace = { id: cluster, name: 'training', rank, slots: [2, 4] }
  const spec = aSpec({
    ...{ image: 'gridloom/base:latest', instance_id: id, cluster: place, vcpus: 0.5 },
    options: { ...noContainerOptions, hostname: 'one-for-all' },
  })
  const { ready, reason } = await machine.runReady(spec)
  if (!ready) throw new Error(`the node does not run: ${reason?.text}`)
  let generation = 1
  const turn = async (desired: 'running' | 'stopped' | 'destroyed') => {
    generation += 1
    machine.manager.apply({ ...spec, generation, desired })
    await machine.until(id, ({ phase, ready: isReady }) =>
      desired === 'running' ? isReady : phase === desired,
    )
  }
  const run = async (script: string) => {
    const request = { command: ['sh', '-c', script], timeout_s: 30 }
    const messages = machine.manager.exec(id, request, AbortSignal.timeout(30_000))
    const { stdout, stderr, end } = await collectExec(messages)
    return { stdout, stderr, code: end?.kind === 'exit' ? end.exit_code : null }
  }
  return {
    ...{ id, cluster },
    sh: async (script) => {
      const { stdout, stderr } = await run(script)
      return stdout + stderr
    },
    shUntil: async (script) => {
      let seen = await run(script)
      for (let tries = 0; seen.code !== 0; tries += 1) {
        if (tries === 100) throw new Error(`${script}: ${seen.stdout}${seen.stderr}`)
        await systemClock.sleep(50)
        seen = await run(script)
      }
      return seen.stdout
    },
    background: async (script) => void (await run(`(${script}) >/dev/null 2>&1 &`)),
    stop: () => turn('stopped'),
    start: () => turn('running'),
    destroy: () => turn('destroyed'),
  }
}

/** Joins two uplinks as the control plane does for a cluster of two nodes. */
function join(one: Duplex, other: Duplex) {
  const setReachable = (ranks: number) => {
    for (const uplink of [one, other]) uplink.write(reachableMessage(ranks))
  }
  setReachable(0b11)
  one.on('data', (bytes) => other.write(bytes))
  other.on('data', (bytes) => one.write(bytes))
  return {
    setReachable,
    [Symbol.dispose]: () => {
      one.destroy()
      other.destroy()
    },
  }
}

/** A TCP SYN to port 5002 with right checksums. */
function synPacket({ source, destination }: { source: number[]; destination: number[] }): Buffer {
  const packet = Buffer.alloc(40)
  packet[0] = 0x45
  packet.writeUInt16BE(40, 2)
  packet[8] = 64
  packet[9] = 6
  packet.set(source, 12)
  packet.set(destination, 16)
  packet.writeUInt16BE(sum(packet.subarray(0, 20)), 10)
  packet.writeUInt16BE(1_234, 20)
  packet.writeUInt16BE(5_002, 22)
  packet[32] = 0x50
  packet[33] = 0x02
  packet.writeUInt16BE(1_000, 34)
  const pseudo = Buffer.concat([
    packet.subarray(12, 20),
    Buffer.of(0, 6, 0, 20),
    packet.subarray(20),
  ])
  packet.writeUInt16BE(sum(pseudo), 36)
  return packet
}

function sum(bytes: Buffer): number {
  let total = 0
  for (let at = 0; at < bytes.length; at += 2) total += bytes.readUInt16BE(at)
  while (total > 0xffff) total = (total & 0xffff) + (total >>> 16)
  return ~total & 0xffff
}
