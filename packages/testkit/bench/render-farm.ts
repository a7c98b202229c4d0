import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { environmentWith } from '../src/config.ts'
import { createProcesses } from '../src/processes.ts'
import { jobOnce } from '../src/rendering/job-once.ts'
import { uploadScene } from '../src/rendering/upload-scene.ts'
import { signIn, signUp } from '../src/sign-up.ts'
import { cpuShare } from './cpu-share.ts'

/** A control plane, and agents bound to CPU cores, each as a separate process. */
export interface RenderFarm {
  folder: string
  /** Starts an agent on these cores, limited to a share of a core if given; resolves when it is admitted to render. */
  addMachine(cores: string, share?: number): Promise<MachineId>
  /** Accepts render work only on these machines. */
  useOnly(machines: readonly MachineId[]): Promise<void>
  /** Uploads a file (once), renders all its frames, and returns how long that took from the start of the job. */
  render(file: string): Promise<{ ms: number; job: RenderJob }>
  [Symbol.asyncDispose](): Promise<void>
}

const agentProgram = fileURLToPath(new URL('../../../apps/agent/src/main.ts', import.meta.url))
const renderMsMax = 400_000

export async function openRenderFarm(parent: string): Promise<RenderFarm> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(parent, 'gridloom-farm-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = opened.use(await createProcesses(folder))
  await processes.startServer()
  const { url } = processes
  const provider = processes.client(await signIn(processes))
  const token = await signUp(processes, { access: true })
  const renter = processes.client(token)
  const machines: MachineId[] = []
  const open = opened.move()
  return {
    folder,
    async addMachine(cores, share) {
      const enrolment = await provider.machines.createEnrolmentToken()
      const name = `agent-${machines.length}`
      const dataDir = path.join(folder, name)
      const door =
        share === undefined
          ? undefined
          : open.use(await cpuShare(`gridloom-bench-${name}`, share)).door
      open.use(startAgent({ url, dataDir, token: enrolment.token, cores, door }))
      const id = await admitted(provider, machines)
      machines.push(id)
      return id
    },
    async useOnly(chosen) {
      for (const id of machines)
        await provider.rendering.changeMachine({
          params: { id },
          body: { enabled: chosen.includes(id) },
        })
    },
    async render(file) {
      const scene = await uploadScene({ url, token, client: renter }, file)
      const draft = await renter.rendering.create({ body: { scene_id: scene.id } })
      const params = { id: draft.taskId }
      const startedMs = performance.now()
      await renter.rendering.start({ params, body: { budget_micro_usd: 1_000_000 } })
      const job = await jobOnce(renter, draft.taskId, {
        satisfies: ({ state }) => state === 'completed' || state === 'paused',
        withinMs: renderMsMax,
      })
      if (job.frames_done !== job.frames_total) throw new Error(`not done: ${JSON.stringify(job)}`)
      return { ms: performance.now() - startedMs, job }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

interface AgentOptions {
  url: string
  dataDir: string
  token: string
  cores: string
  /** The file of its CPU limit, see {@link cpuShare}. */
  door: string | undefined
}

function startAgent({ url, dataDir, token, cores, door }: AgentOptions): AsyncDisposable {
  const words = ['run', '--server', url, '--data', dataDir, '--name', `cores ${cores}`]
  const enter = door === undefined ? '' : `echo $$ >${door} && `
  const script = `${enter}exec taskset -c ${cores} "$@"`
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, agentProgram, ...words], {
    stdio: 'ignore',
    // Lets several agents on one computer each be a separate machine.
    env: environmentWith({
      LOG_LEVEL: 'warn',
      GRIDLOOM_ENROLMENT_TOKEN: token,
      GRIDLOOM_COMPUTER: crypto.randomUUID(),
    }),
  })
  return { [Symbol.asyncDispose]: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The machine that is new, once its canary picture was accepted. */
async function admitted(provider: Client, known: readonly MachineId[]): Promise<MachineId> {
  const untilMs = performance.now() + 120_000
  while (performance.now() < untilMs) {
    const fresh = (await provider.machines.list()).find(({ id }) => !known.includes(id))
    if (fresh !== undefined) {
      const params = { id: fresh.id }
      const { admission } = await provider.rendering.readMachine({ params })
      const measured = fresh.benchmarks.some(({ kind }) => kind === 'disk_write_mb_s')
      if (admission === 'admitted' && measured) return fresh.id
    }
    await delay(250)
  }
  throw new Error('no machine was admitted to render')
}
