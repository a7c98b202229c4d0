import type { Timers } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { type Finding, ok, warn } from '../doctor/finding.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { toolboxLabel } from './toolbox.ts'

const limitMs = 5_000

/** Reports whether new instances get the programs for file transfer, git and SSH. */
export async function inspectToolbox(
  { volumes }: Pick<ContainerRuntime, 'volumes'>,
  clock: Timers,
): Promise<Finding> {
  const listing = withDeadline(clock, { ms: limitMs }, (signal) =>
    volumes.list(toolboxLabel, signal),
  )
  // @NOTE without an engine there is no toolbox; another finding reports the engine
  const found = await listing.catch(() => [])
  if (found.length > 0) return ok('toolbox', 'instances get programs for file transfer and SSH')
  return warn(
    'toolbox',
    'SFTP, scp, rsync and git over SSH do not work in instances whose image lacks them',
    'The agent downloads the toolbox while it runs. If it has not arrived after some minutes, ask the operator of the server.',
  )
}
