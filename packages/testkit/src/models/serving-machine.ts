import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MachineId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import { environmentWith } from '../config.ts'

const program = fileURLToPath(new URL('serving-machine-program.ts', import.meta.url))
const Said = z.object({ id: MachineId, dataDir: z.string() })

/** A machine that serves models, with its agent in a separate process, so that it can die as machines do. */
export interface ServingMachine extends AsyncDisposable {
  readonly id: MachineId
  readonly name: string
  /** `kill -9` of the agent; resolves when it is dead. */
  kill(): Promise<void>
  /** The running llama.cpp processes that the agent has started. */
  engines(): Promise<number[]>
}

export interface ServingMachineOptions {
  serverUrl: string
  enrolmentToken: string
  name: string
  /** Time after which a silent engine is considered failed; a minute by default. */
  idleMsMax?: number
}

/** Enrols a machine; resolves once its agent is connected. */
export async function startServingMachine(options: ServingMachineOptions): Promise<ServingMachine> {
  const agent = fork(program, [JSON.stringify(options)], { env: environmentWith({}) })
  const over = once(agent, 'exit')
  const [said] = await Promise.race([
    once(agent, 'message'),
    over.then(([code]) => {
      throw new Error(`the agent of ${options.name} ended with ${code}`)
    }),
  ])
  const { id, dataDir } = Said.parse(said)
  return {
    id,
    name: options.name,
    async kill() {
      agent.kill('SIGKILL')
      await over
    },
    engines: () => enginesOf(agent.pid ?? 0),
    async [Symbol.asyncDispose]() {
      if (agent.connected) agent.disconnect()
      await over
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Each engine is the innermost process of its sandbox. */
async function enginesOf(parent: number): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(ids.map(parentOf))
  const commands = await Promise.all(ids.map(commandOf))
  const childrenOf = (pid: number) => ids.filter((_, at) => parents[at] === pid)
  const innermost = (pid: number): number => {
    const [child] = childrenOf(pid)
    return child === undefined ? pid : innermost(child)
  }
  const sandboxes = childrenOf(parent).filter((pid) =>
    /llama/.test(commands[ids.indexOf(pid)] ?? ''),
  )
  return sandboxes.map(innermost)
}

function commandOf(pid: number): Promise<string> {
  // @NOTE processes end while they are listed
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** Source: Linux, Documentation/filesystems/proc.rst, `stat`. */
async function parentOf(pid: number): Promise<number> {
  // @NOTE processes end while they are listed
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}
