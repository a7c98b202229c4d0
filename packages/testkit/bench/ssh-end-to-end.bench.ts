import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { containerName } from '@gridloom/agent/instances/names'
import { edgePid } from '../src/edge-process.ts'
import { freePort } from '../src/free-ports.ts'
import { startPlainSshd } from '../src/plain-sshd.ts'
import { addKey, finished } from '../src/ssh-client.ts'
import { setUpEndToEnd } from '../src/ssh-end-to-end.ts'
import { type Bench, type Figure, percentile } from './bench.ts'
import { cpuByProgram } from './cpu-by-program.ts'
import { install } from './installation.ts'

const run = promisify(execFile)
const sides = ['forward', 'ours'] as const
type Side = (typeof sides)[number]

const label = 'bench'
const mib = 1_024
const transfers = 5
/** What used less is not listed. */
const cpuMsShown = 50
const cipher = ['-c', 'aes128-gcm@openssh.com']

/** The end-to-end mode and a reverse forward of OpenSSH in turns: both encrypt twice, and pass one process between. */
export const sshEndToEnd: Bench = {
  name: 'ssh-end-to-end',
  about:
    'sftp to an instance by gridloom proxy, over HTTP to the OpenSSH server inside; beside sftp through a reverse forward (ssh -R) to a plain OpenSSH server.',
  async run(say) {
    await using site = await setup()
    const seconds = { forward: [] as number[], ours: [] as number[] }
    const cpu: Record<Side, ReadonlyMap<string, number>[]> = { forward: [], ours: [] }
    for (let turn = 0; turn < transfers; turn += 1) {
      for (const side of sides) {
        const { tookS, cpuMs } = await site.download(side)
        seconds[side].push(tookS)
        cpu[side].push(cpuMs)
        const each = [...cpuMs].map(([name, ms]) => `${name} ${ms}`).join(', ')
        say(`sftp of ${mib} MiB, ${side}: ${(mib / tookS).toFixed(0)} MiB/s; ms of CPU: ${each}`)
      }
    }
    const [forward, ours] = [percentile(seconds.forward, 0.5), percentile(seconds.ours, 0.5)]
    return {
      figures: [
        { what: 'sftp download, ssh -R', value: mib / forward, unit: 'MiB/s' },
        { what: 'sftp download, end to end', value: mib / ours, unit: 'MiB/s' },
        { what: 'end to end over ssh -R', value: forward / ours, unit: '×', atLeast: 0.9 },
        ...cpuFigures(cpu),
      ],
      notes: [`${transfers} downloads of each, in turns; all of them on this machine`],
    }
  },
}

/** Of the median run of each program. */
function cpuFigures(cpu: Readonly<Record<Side, ReadonlyMap<string, number>[]>>): Figure[] {
  const of = { forward: 'ssh -R', ours: 'end to end' }
  return sides.flatMap((side) => {
    const names = new Set(cpu[side].flatMap((run) => [...run.keys()]))
    const figure = (what: string, ms: (run: ReadonlyMap<string, number>) => number): Figure => ({
      what: `CPU time of a GiB, ${of[side]}: ${what}`,
      value: percentile(cpu[side].map(ms), 0.5),
      unit: 'ms',
    })
    const all = figure('all', (run) => [...run.values()].reduce((sum, ms) => sum + ms, 0))
    const each = [...names].map((name) => figure(name, (run) => run.get(name) ?? 0))
    return [all, ...each.filter(({ value }) => value >= cpuMsShown)]
  })
}

async function setup() {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-ssh-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const key = path.join(folder, 'key')
  const installation = opened.use(await install())
  await addKey(installation.renter, key)
  const { id } = await installation.order({ label, disk_gb: 4 })
  await installation.instanceOnce(id, ({ state }) => state === 'running')
  const far = await setUpEndToEnd({
    ...{ url: installation.processes.url, token: installation.renterToken, folder },
  })
  const inside = opened.use(await startPlainSshd(path.join(folder, 'inside'), `${key}.pub`))
  const between = opened.use(await startPlainSshd(path.join(folder, 'between'), `${key}.pub`))
  const port = await freePort()
  const plain = [
    ...['-F', 'none', '-i', key, '-o', 'IdentitiesOnly=yes', '-o', 'LogLevel=ERROR'],
    ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
    ...['-o', 'BatchMode=yes', '-o', 'User=root', ...cipher],
  ]
  const reverse = ['-N', '-R', `127.0.0.1:${port}:127.0.0.1:${inside.port}`]
  const forward = spawn('ssh', [
    ...[...plain, '-o', 'ExitOnForwardFailure=yes', '-p', String(between.port)],
    ...[...reverse, '127.0.0.1'],
  ])
  const over = once(forward, 'exit')
  opened.defer(async () => {
    forward.kill()
    await over
  })
  const viaForward = [...plain, '-o', `Port=${port}`]
  const viaOurs = [...far.options, ...cipher]
  const bytes = `head -c ${mib * 2 ** 20} /dev/urandom`
  await writeFile(path.join(folder, 'make'), `${bytes} > ${folder}/random`)
  await timed(() => finished(spawn('sh', [path.join(folder, 'make')]), ''))
  await untilForwarded(viaForward)
  await timed(() => far.ssh([...cipher, `${label}.gridloom`, `${bytes} > /root/random`]))
  const file = { forward: `127.0.0.1:${folder}/random`, ours: `${label}.gridloom:/root/random` }
  const options = { forward: viaForward, ours: viaOurs }
  const server = await installation.processes.pidOf('server')
  const names = new Map([
    [server, 'control plane'],
    [await edgePid(server), 'edge'],
    [await installation.processes.pidOf('agent'), 'agent'],
  ])
  const inspected = await run('docker', ['inspect', '--format', '{{.Id}}', containerName(id)])
  const counted = { names, containerId: inspected.stdout.trim() }
  const open = opened.move()
  return {
    async download(side: Side) {
      let tookS = 0
      const cpuMs = await cpuByProgram(counted, async () => {
        tookS = await timed(() => far.program('sftp', [...options[side], file[side], '/dev/null']))
      })
      return { tookS, cpuMs }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function timed(run: () => Promise<{ code: number | null; stderr: string }>): Promise<number> {
  const startedMs = performance.now()
  const { code, stderr } = await run()
  if (code !== 0) throw new Error(`it ended with ${code}: ${stderr}`)
  return (performance.now() - startedMs) / 1_000
}

async function untilForwarded(options: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { code } = await finished(spawn('ssh', [...options, '127.0.0.1', 'true']), '')
    if (code === 0) return
    await delay(100)
  }
  throw new Error('the reverse forward did not open')
}
