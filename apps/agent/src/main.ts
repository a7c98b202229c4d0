import { flushCompileCache } from 'node:module'
import { countBuffersInHeap } from '@gridloom/async/count-buffers-in-heap'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Settings } from './config.ts'
import { readOwnConfig, WrongConfig } from './config.ts'
import {
  createLog,
  enrolOwnMachine,
  examineOwnMachine,
  holdDataDir,
  startOwnAgent,
} from './container.ts'
import { exitCodeFor, findingsText } from './doctor/finding.ts'
import { helpText } from './help.ts'
import { installService, ownServiceHost } from './install-service.ts'
import { ownInstallation, upgradeAgent } from './upgrade/upgrade-agent.ts'
import { agentVersion } from './version.ts'

countBuffersInHeap()
process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const asked = readOwnConfig()
    if (asked.kind === 'help') return say(helpText)
    if (asked.kind === 'version') return say(`${agentVersion}\n`)
    return await work(asked.settings)
  } catch (cause) {
    if (cause instanceof WrongConfig) {
      process.stderr.write(`${cause.problems.join('\n')}\nSee: agent --help\n`)
      return 2
    }
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
    return 1
  }
}

async function work(settings: Settings): Promise<number> {
  switch (settings.command) {
    case 'run':
      return run(settings)
    case 'enrol': {
      const { membership } = await enrolOwnMachine(settings)
      return say(`Enrolled as ${membership.machine_id} at ${membership.server_url}.\n`)
    }
    case 'doctor': {
      const findings = await examineOwnMachine(settings)
      say(findingsText(findings))
      return exitCodeFor(findings)
    }
    case 'install-service':
      return say(await installService(settings, ownServiceHost))
    case 'upgrade':
      return say(await upgradeAgent(settings, ownInstallation))
    default:
      return assertNever(settings.command)
  }
}

/** Serves until a signal arrives; containers keep running after it. A second Ctrl-C ends it at once. */
async function run(settings: Settings): Promise<number> {
  const log = createLog(settings)
  const stopped = Promise.withResolvers<void>()
  const stop = (signal: NodeJS.Signals) => {
    log.info({ event: 'agent.stopped', signal }, 'stopping; containers keep running')
    stopped.resolve()
  }
  // When the process group is stopped, the script that started the agent forwards SIGTERM too: a second one is no news.
  process.once('SIGINT', stop).on('SIGTERM', stop)
  await using _hold = await holdDataDir(settings)
  await using _agent = await startOwnAgent(settings, log)
  // Now, as a process that is killed later would not write it. Without NODE_COMPILE_CACHE there is none.
  flushCompileCache()
  await stopped.promise
  return 0
}

function say(text: string): 0 {
  process.stdout.write(text)
  return 0
}
