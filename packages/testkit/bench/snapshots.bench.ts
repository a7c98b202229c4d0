import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { untilReported } from '../src/until-reported.ts'
import type { Bench, Figure } from './bench.ts'
import { type Installation, install } from './installation.ts'
import { untilAgentQuiet } from './until-agent-quiet.ts'

const runShell = promisify(execFile)
const rounds = 2
const ratioAtLeast = 0.7
const withinMs = 300_000
/** Half of it random, half of it text that compresses well. */
const fill = `head -c 536870912 /dev/urandom > /root/random
  yes "a line of a log that repeats itself" | head -c 536870912 > /root/text; sync`

export const snapshots: Bench = {
  name: 'snapshots',
  about:
    'a container that wrote 1 GiB (half random, half text) → stored by the control plane, and → ready as another instance; beside docker commit, docker save | zstd, and zstd -d | docker load, docker run',
  async run(say) {
    await using product = await install()
    await untilAgentQuiet(product.processes)
    const { id } = await product.order({ disk_gb: 3 })
    await product.instanceOnce(id, ({ ready }) => ready)
    await inside(product, id, fill)
    await using peer = await startPeer()
    const times: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const theirs = await dockerRound(peer.container)
      const ours = await ourRound(product, id)
      say(`round ${round}: ${JSON.stringify({ theirs, ours })} ms`)
      times.push({ theirs, ours })
    }
    const best = (pick: (round: Round) => number) => Math.min(...times.map(pick))
    const ratio = (what: string, theirs: number, ours: number): Figure[] => [
      { what: `${what}: Docker`, value: theirs, unit: 'ms' },
      { what: `${what}: Gridloom`, value: ours, unit: 'ms' },
      { what: `${what}: speed`, value: theirs / ours, unit: '×', atLeast: ratioAtLeast },
    ]
    return {
      figures: [
        ...ratio(
          'snapshot',
          best(({ theirs }) => theirs.out),
          best(({ ours }) => ours.out),
        ),
        ...ratio(
          'restore',
          best(({ theirs }) => theirs.back),
          best(({ ours }) => ours.back),
        ),
        {
          what: 'the container is paused: docker commit',
          value: best(({ theirs }) => theirs.pausedMs),
          unit: 'ms',
        },
        {
          what: 'the container is paused: Gridloom',
          value: best(({ ours }) => ours.pausedMs),
          unit: 'ms',
        },
      ],
      notes: [`The faster of ${rounds} rounds, in turns`],
    }
  },
}

interface Times {
  out: number
  back: number
  pausedMs: number
}

interface Round {
  theirs: Times
  ours: Times
}

/**
 * A container of Docker's own that wrote the same. An instance is of no use: its disk is limited by a file system that
 * `docker commit` does not see, so that its image would be empty.
 */
async function startPeer(): Promise<{ container: string } & AsyncDisposable> {
  const container = 'gridloom-bench-snapshot'
  await shell(`docker rm -f ${container} 2>/dev/null || true`)
  await shell(`docker run -d --name ${container} --entrypoint sleep gridloom/base:latest 3600`)
  await runShell('docker', ['exec', container, 'sh', '-c', fill])
  return { container, [Symbol.asyncDispose]: () => shell(`docker rm -f ${container}`) }
}

async function dockerRound(container: string): Promise<Times> {
  const [image, file] = ['gridloom-bench/snapshot:1', '/tmp/gridloom-bench-snapshot.zst']
  try {
    let committedMs = 0
    const out = await timed(async () => {
      committedMs = await timed(() => shell(`docker commit ${container} ${image}`))
      await shell(`docker save ${image} | zstd -q -f -o ${file}`)
    })
    await demandWhole(image)
    await shell(`docker rmi ${image}`)
    const back = await timed(() =>
      shell(`zstd -q -d -c ${file} | docker load && docker run --rm --entrypoint true ${image}`),
    )
    return { out, back, pausedMs: committedMs }
  } finally {
    await shell(`docker rmi -f ${image}; rm -f ${file}`)
  }
}

/** @throws Error if the image lacks what the container wrote */
async function demandWhole(image: string): Promise<void> {
  const { stdout } = await runShell('docker', ['inspect', '--format', '{{.Size}}', image])
  if (Number(stdout) < 2 ** 30) throw new Error(`the image of Docker has only ${stdout} bytes`)
}

async function ourRound(product: Installation, id: InstanceId): Promise<Times> {
  const { renter } = product
  const made = await renter.snapshots.create({ params: { id }, body: { name: 'bench' } })
  const params = { id: made.id }
  let pausedMs = 0
  const out = await timed(async () => {
    const ended = await untilReported(renter, {
      read: () => renter.snapshots.read({ params }),
      satisfies: ({ state }) => state !== 'creating',
      withinMs,
    })
    if (ended.state !== 'ready') throw new Error(`the snapshot is ${ended.state}: ${ended.failure}`)
    pausedMs = ended.paused_ms ?? 0
  })
  const [offer] = (await renter.market.search({ query: { isolation: 'any' } })).offers
  if (offer === undefined) throw new Error('the machine is not offered')
  let restored: InstanceId | undefined
  const back = await timed(async () => {
    const body = { offer_id: offer.id, disk_gb: 3 }
    const { instance } = await renter.snapshots.order({ params, body })
    restored = instance.id
    await untilReported(renter, {
      read: () => renter.instances.read({ params: { id: instance.id } }),
      satisfies: ({ ready }) => ready,
      withinMs,
    })
  })
  if (restored !== undefined) await product.destroy(restored)
  await renter.snapshots.remove({ params })
  await untilReported(renter, {
    read: () => renter.snapshots.storage(),
    satisfies: ({ stored_bytes }) => stored_bytes === 0,
    withinMs,
  })
  return { out, back, pausedMs }
}

async function inside({ renter }: Installation, id: InstanceId, command: string): Promise<void> {
  const body = { command: ['sh', '-c', command], timeout_s: 300 }
  for await (const { event, data } of renter.instances.exec({ params: { id }, body })) {
    if (event === 'exit' && data.exit_code !== 0) throw new Error('the disk could not be filled')
  }
}

async function shell(command: string): Promise<void> {
  await runShell('bash', ['-c', `set -o pipefail; ${command}`])
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
