import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openTerminal } from '@gridloom/client/terminal'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type Bench, percentile, spread } from './bench.ts'
import { type Installation, install } from './installation.ts'

const image = 'gridloom/base:latest'
const runs = 25
const warmUps = 3
const ratioAtMost = 1.15

/** Times both in turns, so that other load on the machine affects both. */
export const orderToShell: Bench = {
  name: 'order-to-shell',
  about: `HTTP order → first byte of a shell inside (image present), beside the first byte of docker run ${image} sh -c 'echo x'`,
  async run(say) {
    await using installation = await install()
    const shellMs: number[] = []
    const dockerMs: number[] = []
    for (let run = 1 - warmUps; run <= runs; run++) {
      const docker = await timeDockerRun()
      const shell = await timeOrder(installation)
      say(`${run}: docker run ${docker.toFixed(0)} ms, order to shell ${shell.toFixed(0)} ms`)
      if (run < 1) continue
      dockerMs.push(docker)
      shellMs.push(shell)
    }
    return {
      figures: [
        ...spread('docker run to its first byte', dockerMs),
        ...spread('order to first shell byte', shellMs),
        ratio('ratio of p50', shellMs, dockerMs, 0.5),
        ratio('ratio of p95', shellMs, dockerMs, 0.95),
      ],
      notes: [`${runs} runs of each, in turns, after ${warmUps} that do not count`],
    }
  },
}

function ratio(what: string, ours: number[], theirs: number[], share: number) {
  const value = percentile(ours, share) / percentile(theirs, share)
  return { what, value, unit: '×', atMost: ratioAtMost } as const
}

/** From the start of the command to the first byte of its container. */
async function timeDockerRun(): Promise<number> {
  const startedMs = performance.now()
  const words = ['run', '--rm', image, 'sh', '-c', 'echo x']
  const child = spawn('docker', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const over = once(child, 'exit')
  let firstMs: number | undefined
  child.stdout.on('data', () => {
    firstMs ??= performance.now() - startedMs
  })
  const [code] = await over
  if (code !== 0 || firstMs === undefined) throw new Error(`docker run ended with ${code}`)
  return firstMs
}

/** From sending the order to the first byte that the terminal shows. */
async function timeOrder({ renter, order, onInstance, destroy }: Installation): Promise<number> {
  const up = Promise.withResolvers<InstanceId>()
  const end = onInstance(({ id, state }) => {
    if (state === 'running') up.resolve(id)
  })
  const startedMs = performance.now()
  await order({ template: { image_path_with_tag: image } })
  const instanceId = await up.promise
  end()
  const terminal = await openTerminal(renter, { instanceId, columns: 80, rows: 24 })
  await new Promise<void>((resolve) =>
    terminal.onFrame(({ kind }) => {
      if (kind === 'bytes') resolve()
    }),
  )
  const tookMs = performance.now() - startedMs
  terminal.close()
  await destroy(instanceId)
  return tookMs
}
