import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from '@gridloom/client/calls'
import type { MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import { createProcesses, type Processes } from '../processes.ts'
import { scratchFolder } from '../scratch.ts'
import { signIn, signUp } from '../sign-up.ts'
import { untilReported } from '../until-reported.ts'

/** An installation whose processes may be killed, with one machine, the operator's, that is admitted to render. */
export interface RenderInstallation {
  processes: Processes
  folder: string
  provider: Client
  machineId: MachineId
  renter: { url: string; token: string; client: Client }
  [Symbol.asyncDispose](): Promise<void>
}

const admittedMsMax = 150_000

export async function startRenderInstallation(): Promise<RenderInstallation> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(await scratchFolder(), 'gridloom-killed-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = opened.use(await createProcesses(folder))
  await processes.startServer()
  const { url } = processes
  const provider = processes.client(await signIn(processes))
  const { token: enrolment } = await provider.machines.createEnrolmentToken()
  await processes.startAgent(enrolment)
  const machineId = await admittedMachine(provider)
  const token = await signUp(processes, { access: true })
  const renter = { url, token, client: processes.client(token) }
  const open = opened.move()
  return {
    ...{ processes, folder, provider, machineId, renter },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

async function admittedMachine(provider: Client): Promise<MachineId> {
  const read = async () => {
    const [machine] = await provider.machines.list()
    if (machine === undefined) return undefined
    const params = { id: machine.id }
    const { admission } = await provider.rendering.readMachine({ params })
    return admission === 'admitted' ? machine.id : undefined
  }
  const satisfies = (id: MachineId | undefined) => id !== undefined
  const id = await untilReported(provider, { read, satisfies, withinMs: admittedMsMax })
  if (id === undefined) throw new Error('no machine was admitted to render')
  return id
}

/** All chunks of a job, once every one has ended: the last closes just after its last frame is done. */
export async function endedChunks(client: Client, id: RenderJobId): Promise<RenderChunk[]> {
  const signal = AbortSignal.timeout(admittedMsMax)
  for await (const _ of client.rendering.follow({ params: { id }, signal })) {
    const { chunks } = await client.rendering.chunks({ params: { id } })
    if (chunks.every(({ state }) => state !== 'leased')) return chunks
  }
  throw new Error('a chunk of the job never ended')
}

/** The ids of the Blender sandbox processes that were started for a folder. */
export async function sandboxesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // @NOTE processes end while they are listed
  const words = ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''))
  const lines = await Promise.all(words)
  return ids.filter((_, at) => /^\S*bwrap\0/.test(lines[at] ?? '') && lines[at]?.includes(folder))
}
