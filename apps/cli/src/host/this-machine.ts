import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@gridloom/async/clock'
import { exitCodes } from '../exit-codes.ts'
import { filesHere } from './files-here.ts'
import type { Host, RawTerminal, TerminalSize } from './host.ts'
import { localFiles } from './local-files.ts'
import { promptsOn } from './prompts.ts'

/** The real machine: its clock, keyboard, screen and processes. */
export const thisMachine: Omit<Host, 'takeInterrupts'> = {
  nowMs: () => systemClock.now().getTime(),
  clock: systemClock,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  random: Math.random,
  newKey: () => randomUUID(),
  prompts: promptsOn({ input: process.stdin, output: process.stderr }),
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  async readStdin() {
    const pieces: Buffer[] = []
    for await (const piece of process.stdin) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString('utf8')
  },
  readFile: (path) => readFile(path, 'utf8').catch(() => undefined),
  files: filesHere,
  home: homedir(),
  standardStreams: () => ({ input: process.stdin, output: process.stdout }),
  localFiles,
  terminalSize: () =>
    process.stdin.isTTY && process.stdout.isTTY ? sizeOf(process.stdout) : undefined,
  takeTerminal,
  runAgent,
}

const agentProgram = fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url))

function takeTerminal(): RawTerminal {
  const { stdin, stdout } = process
  stdin.setRawMode(true)
  stdin.resume()
  const ends: (() => void)[] = []
  return {
    onBytes(take) {
      const listen = (piece: Buffer) => take(new Uint8Array(piece))
      stdin.on('data', listen)
      ends.push(() => stdin.off('data', listen))
    },
    onResize(take) {
      const listen = () => take(sizeOf(stdout))
      stdout.on('resize', listen)
      ends.push(() => stdout.off('resize', listen))
    },
    [Symbol.dispose]() {
      for (const end of ends) end()
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}

function sizeOf(screen: { columns: number; rows: number }): TerminalSize {
  return { columns: screen.columns || 80, rows: screen.rows || 24 }
}

/** Signals reach the agent too: it is in our process group, and ends before this process does. */
function runAgent(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [agentProgram, ...words], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', pass)
      resolve(code ?? exitCodes.cancelled)
    })
  })
}
