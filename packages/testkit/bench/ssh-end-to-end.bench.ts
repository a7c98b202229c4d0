import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../src/free-ports.ts'
import { startPlainSshd } from '../src/plain-sshd.ts'
import { addKey, finished } from '../src/ssh-client.ts'
import { setUpEndToEnd } from '../src/ssh-end-to-end.ts'
import { type Bench, percentile } from './bench.ts'
import { install } from './installation.ts'

const label = 'bench'
const mib = 1_024
const transfers = 5
const cipher = ['-c', 'aes128-gcm@openssh.com']

/** The end-to-end mode and a reverse forward of OpenSSH in turns: both encrypt twice, and pass one process between. */
export const sshEndToEnd: Bench = {
  name: 'ssh-end-to-end',
  about:
    'sftp to an instance by gridloom proxy, over HTTP to the OpenSSH server inside; beside sftp through a reverse forward (ssh -R) to a plain OpenSSH server.',
  async run(say) {
    await using site = await setup()
    const seconds = { forward: [] as number[], ours: [] as number[] }
    for (let turn = 0; turn < transfers; turn += 1) {
      for (const side of ['forward', 'ours'] as const) {
        const took = await site.download(side)
        seconds[side].push(took)
        say(`sftp of ${mib} MiB, ${side}: ${(mib / took).toFixed(0)} MiB/s`)
      }
    }
    const [forward, ours] = [percentile(seconds.forward, 0.5), percentile(seconds.ours, 0.5)]
    return {
      figures: [
        { what: 'sftp download, ssh -R', value: mib / forward, unit: 'MiB/s' },
        { what: 'sftp download, end to end', value: mib / ours, unit: 'MiB/s' },
        { what: 'end to end over ssh -R', value: forward / ours, unit: '×', atLeast: 0.9 },
      ],
      notes: [`${transfers} downloads of each, in turns; all of them on this machine`],
    }
  },
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
  const open = opened.move()
  return {
    /** Seconds. */
    download: (side: 'forward' | 'ours') =>
      timed(() => far.program('sftp', [...options[side], file[side], '/dev/null'])),
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
