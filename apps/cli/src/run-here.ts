import { readConfig } from './config.ts'
import { exitCodes } from './exit-codes.ts'
import { createInterrupts } from './host/interrupts.ts'
import { thisMachine } from './host/this-machine.ts'
import { processSinks } from './output/process-sinks.ts'
import { runCli } from './run-cli.ts'

/** Runs a command line in this process, on its terminal, and resolves with the exit code. */
export function runHere(words: readonly string[]): Promise<number> {
  const interrupts = createInterrupts()
  process.on('SIGINT', () => {
    if (interrupts.strike() === 'again') process.exit(exitCodes.cancelled)
  })
  process.once('SIGTERM', () => interrupts.end())
  return runCli(words, {
    config: readConfig(),
    host: { ...thisMachine, takeInterrupts: interrupts.take },
    signal: interrupts.signal,
    ...processSinks(() => process.exit(0)),
  })
}
