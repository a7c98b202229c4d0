import { AgentRefused } from '../../refused.ts'
import type { InstanceRecord } from '../record.ts'
import type { SessionContext } from './context.ts'

/** The folder of programs that the agent mounts into every instance; instances of older agents have none. */
export const toolboxFolder = '/.gridloom/bin'

const imageShell = '/bin/sh'
const toolboxShell = `${toolboxFolder}/sh`

export type ToolboxProgram = 'sftp-server' | 'socat' | 'sshd'

/** The purpose of each program, as users know it. */
const purposes: Readonly<Record<ToolboxProgram, string>> = {
  'sftp-server': 'file transfer',
  socat: 'forwarding',
  sshd: 'SSH that is encrypted end to end',
}

/** The programs of the toolbox in each container. */
export interface Toolbox {
  /** Returns a shell of the container: that of the toolbox, else that of the image. */
  shell(record: InstanceRecord, signal: AbortSignal): Promise<string>
  /** Returns the path of a program. @throws AgentRefused `state_conflict` where the container does not have it */
  program(record: InstanceRecord, name: ToolboxProgram, signal: AbortSignal): Promise<string>
}

/** Creates the toolbox. What a container has is asked once per start of it: mounts do not change while it runs. */
export function createToolbox({ runtime }: Pick<SessionContext, 'runtime'>): Toolbox {
  const known = new WeakMap<InstanceRecord, { startedAt: string | undefined; paths: Set<string> }>()

  /** Only what is there is remembered, so that a failed or early question is asked again. */
  async function has(record: InstanceRecord, path: string, signal: AbortSignal): Promise<boolean> {
    const before = known.get(record)
    const isSame = before !== undefined && before.startedAt === record.startedAt
    const found = isSame ? before : { startedAt: record.startedAt, paths: new Set<string>() }
    known.set(record, found)
    if (found.paths.has(path)) return true
    const isThere = await runtime.hasPath(record.container, path, signal)
    if (isThere) found.paths.add(path)
    return isThere
  }

  return {
    shell: async (record, signal) =>
      (await has(record, toolboxShell, signal)) ? toolboxShell : imageShell,
    program: async (record, name, signal) => {
      const path = `${toolboxFolder}/${name}`
      if (await has(record, path, signal)) return path
      throw new AgentRefused('state_conflict', `Restart the instance to get ${purposes[name]}.`)
    },
  }
}
