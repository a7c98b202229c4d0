import { systemClock } from '@gridloom/async/clock'
import { ConfigProblems, readConfig } from './config.ts'
import { DataInUse } from './platform/data-lock.ts'
import { createLog } from './platform/log.ts'
import { startMessage } from './start-message.ts'
import { startServer } from './start-server.ts'

const stopWithinMs = 10_000
/** How the process ends. A start that cannot succeed as configured differs from a crash, for service managers. */
const exitCodes = { stopped: 0, failed: 1, misconfigured: 2, dataInUse: 3 }

process.exitCode = await run().catch(explain)

/** Runs until a signal comes or something breaks that nobody caught. */
async function run(): Promise<number> {
  const config = readConfig()
  const log = createLog({ level: config.logLevel, pretty: process.stderr.isTTY ? 'yes' : 'no' })
  const end = Promise.withResolvers<number>()
  const stopBy = (signal: NodeJS.Signals) => {
    log.info({ event: 'server.stopped', signal }, 'stopping')
    end.resolve(exitCodes.stopped)
  }
  const breakBy = (error: unknown) => {
    log.fatal({ event: 'server.crashed', err: error }, 'an error that nobody caught')
    end.resolve(exitCodes.failed)
  }
  // A second Ctrl-C ends the process the hard way. A second SIGTERM is the same word again: whoever stops a group of
  // processes says it to this one and to the script that passes it on, and the database must not be left behind.
  process.once('SIGINT', stopBy).on('SIGTERM', stopBy)
  process.on('uncaughtException', breakBy).on('unhandledRejection', breakBy)

  await using server = await startServer(config, log)
  process.stdout.write(startMessage(server.address, server.firstStart))
  const code = await end.promise
  systemClock.timeout(stopWithinMs).addEventListener('abort', () => {
    log.error({ event: 'server.stop_delayed', stopWithinMs }, 'did not stop in time')
    process.exit(exitCodes.failed)
  })
  return code
}

/** Says on standard error why the server did not start, and how to exit. */
function explain(error: unknown): number {
  if (error instanceof ConfigProblems) {
    process.stderr.write(`${error.problems.join('\n')}\n`)
    return exitCodes.misconfigured
  }
  if (error instanceof DataInUse) {
    process.stderr.write(`${error.message}\n`)
    return exitCodes.dataInUse
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return exitCodes.failed
}
