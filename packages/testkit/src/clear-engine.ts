import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ownerOf } from '@gridloom/agent/host/owners'
import { labelNames } from '@gridloom/agent/instances/names'
import { clearFirewall } from './clear-firewall.ts'

/** The label of everything on the container engine that belongs to the agent with this data folder. */
export function labelOf(agentFolder: string): string {
  return `${labelNames.agent}=${ownerOf(agentFolder)}`
}

/** Removes every container and network of an agent from the container engine, and its rules from the firewall. */
export async function clearEngine(agentFolder: string): Promise<void> {
  const run = promisify(execFile)
  const mine = ['--filter', `label=${labelOf(agentFolder)}`, '-q']
  const idsOf = async (list: string[]) =>
    (await run('docker', [...list, ...mine])).stdout.split('\n').filter((id) => id !== '')
  for (const id of await idsOf(['ps', '-a'])) await run('docker', ['rm', '-f', '-v', id])
  for (const id of await idsOf(['network', 'ls'])) await run('docker', ['network', 'rm', id])
  await clearFirewall(ownerOf(agentFolder))
}
