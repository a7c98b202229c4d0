import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PlainSshd, startPlainSshd } from '../src/plain-sshd.ts'
import { addKey } from '../src/ssh-client.ts'
import { type Bench, percentile, spread } from './bench.ts'
import { type Installation, install } from './installation.ts'
import { timeEchoes } from './ssh-echoes.ts'

const label = 'bench'
const mib = 1_024
const transfers = 3
const sessions = 15
const keystrokes = 200

/** Plain OpenSSH and the gateway in turns, on one machine, with the same client. */
export const ssh: Bench = {
  name: 'ssh',
  about:
    'the OpenSSH client of this machine to an instance through gateway and agent, beside a plain OpenSSH server on this machine',
  async run(say) {
    await using site = await setup()
    const seconds = { plain: [] as number[], ours: [] as number[] }
    for (let turn = 0; turn < transfers; turn += 1) {
      for (const side of ['plain', 'ours'] as const) {
        const took = await site.download(side)
        seconds[side].push(took)
        say(`sftp of ${mib} MiB, ${side}: ${(mib / took).toFixed(0)} MiB/s`)
      }
    }
    const promptMs = { plain: [] as number[], ours: [] as number[] }
    for (let turn = 0; turn < sessions; turn += 1) {
      for (const side of ['plain', 'ours'] as const) promptMs[side].push(await site.session(side))
    }
    const echoes = { plain: await site.echoes('plain'), ours: await site.echoes('ours') }
    const [plain, ours] = [percentile(promptMs.plain, 0.5), percentile(promptMs.ours, 0.5)]
    return {
      figures: [
        {
          what: 'throughput of an sftp download, gateway to plain',
          value: percentile(seconds.plain, 0.5) / percentile(seconds.ours, 0.5),
          unit: '×',
          atLeast: 0.5,
        },
        { what: 'sftp download, plain', value: mib / percentile(seconds.plain, 0.5), unit: '/s' },
        { what: 'sftp download, gateway', value: mib / percentile(seconds.ours, 0.5), unit: '/s' },
        ...spread('plain sshd, connect to first output', promptMs.plain),
        ...spread('gateway, connect to first output', promptMs.ours),
        {
          what: 'gateway beyond 1.3 × plain, p50',
          value: Math.max(0, ours - 1.3 * plain),
          unit: 'ms',
          atMost: 100,
        },
        ...spread('echo of a keystroke, quiet', echoes.ours.quietMs),
        ...spread('echo of a keystroke, while a download runs', echoes.ours.busyMs),
        {
          what: 'what the download adds to an echo, plain, p95',
          value: added(echoes.plain),
          unit: 'ms',
        },
        {
          what: 'what the download adds to an echo, p95',
          value: added(echoes.ours),
          unit: 'ms',
          atMost: 5,
        },
      ],
      notes: [
        `${transfers} downloads and ${sessions} sessions of each, in turns; client, servers, agent and container share the machine. Throughput is in MiB/s`,
      ],
    }
  },
}

type Side = 'plain' | 'ours'

interface Echoes {
  quietMs: number[]
  busyMs: number[]
}

function added({ quietMs, busyMs }: Echoes): number {
  return Math.max(0, percentile(busyMs, 0.95) - percentile(quietMs, 0.95))
}

async function setup() {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-ssh-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const installation = opened.use(await install())
  const key = path.join(folder, 'key')
  await addKey(installation.renter, key)
  const plain = opened.use(await startPlainSshd(path.join(folder, 'sshd'), `${key}.pub`))
  const gateway = await openInstance(installation)
  await writeFile(path.join(folder, 'known_hosts'), knownHosts(plain, gateway))
  await makeFile(path.join(folder, 'random'))
  const options = [
    ...['-F', 'none', '-i', key, '-o', 'IdentitiesOnly=yes', '-o', 'LogLevel=ERROR'],
    ...['-o', `UserKnownHostsFile=${folder}/known_hosts`, '-o', 'BatchMode=yes'],
    ...['-c', 'aes128-gcm@openssh.com'],
  ]
  const target = {
    plain: { port: plain.port, user: 'root', file: path.join(folder, 'random') },
    ours: { port: gateway.port, user: label, file: '/root/random' },
  }
  const words = (side: Side) => {
    const { port, user } = target[side]
    return [...options, '-o', `Port=${port}`, '-o', `User=${user}`]
  }
  const timed = async (program: string, line: readonly string[]): Promise<number> => {
    const startedMs = performance.now()
    const child = spawn(program, line, { stdio: ['ignore', 'pipe', 'inherit'] })
    const over = once(child, 'exit')
    child.stdout.resume()
    const [code] = await over
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
    return performance.now() - startedMs
  }
  await timed('ssh', [
    ...words('ours'),
    '127.0.0.1',
    `head -c ${mib * 2 ** 20} /dev/urandom > /root/random`,
  ])
  const open = opened.move()
  const echoesOf = (side: Side) => timeEchoes([...words(side), '127.0.0.1'], keystrokes)
  /** Downloads again and again until the returned function is called. */
  const endlessDownload = (side: Side) => {
    const line = ['-q', '-b', '-', ...words(side), '127.0.0.1']
    // Its output goes nowhere: read here, it would keep the process that times the echoes busy.
    const child = spawn('sftp', line, { stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.end(`get ${target[side].file} /dev/null\n`.repeat(1_000))
    const over = once(child, 'exit')
    return async () => {
      child.kill()
      await over
    }
  }
  return {
    download: async (side: Side) => {
      const line = [...words(side), `127.0.0.1:${target[side].file}`, '/dev/null']
      return (await timed('sftp', line)) / 1_000
    },
    session: (side: Side) => timed('ssh', [...words(side), '127.0.0.1', 'echo']),
    async echoes(side: Side): Promise<Echoes> {
      const quietMs = await echoesOf(side)
      const endless = endlessDownload(side)
      const busyMs = await echoesOf(side)
      await endless()
      return { quietMs, busyMs }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function openInstance({ renter, order, instanceOnce }: Installation) {
  const { id } = await order({ label, disk_gb: 4 })
  await instanceOnce(id, ({ state }) => state === 'running')
  const { ssh: gateway } = await renter.system.config()
  if (gateway === null) throw new Error('the gateway does not listen')
  return gateway
}

function knownHosts(plain: PlainSshd, gateway: { port: number; public_key: string }): string {
  return [
    `[127.0.0.1]:${plain.port} ${plain.publicKey}`,
    `[127.0.0.1]:${gateway.port} ${gateway.public_key}`,
    '',
  ].join('\n')
}

async function makeFile(file: string): Promise<void> {
  const child = spawn('sh', ['-c', `head -c ${mib * 2 ** 20} /dev/urandom > "$1"`, 'sh', file])
  await once(child, 'exit')
  // Into the page cache, as the instance's own has just been.
  await readFile(file).catch(() => {})
}
