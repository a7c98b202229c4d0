import { readConfig } from './config.ts'
import { thisMachine } from './host/this-machine.ts'
import { processSinks } from './output/process-sinks.ts'
import { runCli } from './run-cli.ts'

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())

process.exitCode = await runCli(process.argv.slice(2), {
  config: readConfig(),
  host: thisMachine,
  signal: interrupted.signal,
  ...processSinks(() => process.exit(0)),
})
