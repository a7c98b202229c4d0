import { flushCompileCache } from 'node:module'
import { systemClock } from '@gridloom/async/clock'
import { countBuffersInHeap } from '@gridloom/async/count-buffers-in-heap'
import { ConfigProblems, readConfig } from './config.ts'
import { DataInUse } from './platform/data-lock.ts'
import { createLog } from './platform/log.ts'
import { startMessage } from './start-message.ts'
import { startServer } from './start-server.ts'

const stopWithinMs = 10_000
/** Exit codes. A start that cannot succeed as configured differs from a crash, so that it is not retried. */
const exitCodes = { stopped: 0, failed: 1, misconfigured: 2, dataInUse: 3 }

countBuffersInHeap()
// Ends at once, as a handle that a failed start left open would keep the process running without serving anything.
process.exit(await run().catch(explain))

/** Runs until a stop signal or an uncaught error, also one during the start. Resolves with the exit code. */
async function run(): Promise<number> {
  const config = readConfig()
  const log = createLog({ level: config.logLevel, pretty: process.stderr.isTTY ? 'yes' : 'no' })
  const end = Promise.withResolvers<number>()
  const endWith = (code: number) => {
    end.resolve(code)
    systemClock.timeout(stopWithinMs).addEventListener('abort', () => {
      log.error({ event: 'server.stop_delayed', stopWithinMs }, 'did not stop in time')
      process.exit(exitCodes.failed)
    })
  }
  const stopBy = (signal: NodeJS.Signals) => {
    log.info({ event: 'server.stopped', signal }, 'stopping')
    endWith(exitCodes.stopped)
  }
  const breakBy = (error: unknown) => {
    log.fatal({ event: 'server.crashed', err: error }, 'an uncaught error')
    endWith(exitCodes.failed)
  }
  // A second SIGINT (Ctrl-C) terminates the process at once. A second SIGTERM has no further effect: stopping a process
  // group signals this process and the script that passes it on, and the embedded database must still shut down.
  process.once('SIGINT', stopBy).on('SIGTERM', stopBy)
  process.on('uncaughtException', breakBy).on('unhandledRejection', breakBy)

  await using server = await startServer(config, log)
  process.stdout.write(startMessage(server.address, server.firstStart))
  // Now, as a process that is killed later would not write it. Without NODE_COMPILE_CACHE there is none.
  flushCompileCache()
  return await end.promise
}

/** Prints to standard error why the server did not start, and returns the exit code. */
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
