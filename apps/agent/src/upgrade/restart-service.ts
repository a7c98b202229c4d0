import { CommandRefused } from '../command-refused.ts'
import type { ServiceHost } from '../install-service.ts'
import { launchAgentPath, launchLabel } from '../launch-agent.ts'
import { unitPath, userUnitPath } from '../service-unit.ts'

/** The service manager and its user. */
export type ServiceControl = Pick<ServiceHost, 'manager' | 'userId' | 'home' | 'execute'> & {
  /** Returns the text of a file, if it exists. */
  read(path: string): Promise<string | undefined>
}

const timeoutMs = 30_000

/** Restarts the service that runs the program in a folder; returns a message for the user. */
export async function restartService(control: ServiceControl, programDir: string): Promise<string> {
  const { path, argv } = serviceOf(control)
  const isOurs = path !== undefined && (await control.read(path))?.includes(`${programDir}/`)
  if (!isOurs) return 'It does not run as a service. Restart it manually.'
  const { exitCode, stderr } = await control.execute(argv, { timeoutMs })
  if (exitCode === 0) return 'The service was restarted.'
  throw new CommandRefused(
    `The agent was upgraded, but the service could not be restarted. ${argv.join(' ')}: ${stderr.trim()}`,
  )
}

function serviceOf({ manager, userId, home }: ServiceControl) {
  if (manager === 'launchd')
    return {
      path: launchAgentPath(home),
      argv: ['launchctl', 'kickstart', '-k', `gui/${userId}/${launchLabel}`],
    }
  if (manager === 'none') return { path: undefined, argv: [] }
  const restart = ['restart', 'gridloom-agent']
  if (userId === 0) return { path: unitPath, argv: ['systemctl', ...restart] }
  const session = `XDG_RUNTIME_DIR=/run/user/${userId}`
  return { path: userUnitPath(home), argv: ['env', session, 'systemctl', '--user', ...restart] }
}
