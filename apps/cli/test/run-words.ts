import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { credentialFile } from '../src/credential-file.ts'
import { CancelledError } from '../src/errors.ts'
import { filesHere } from '../src/host/files-here.ts'
import type { Host, TerminalSize } from '../src/host/host.ts'
import { createInterrupts, type Interrupts } from '../src/host/interrupts.ts'
import { localFiles } from '../src/host/local-files.ts'
import type { Sink } from '../src/output/output.ts'
import { runCli } from '../src/run-cli.ts'
import {
  type Answers,
  type FakeServer,
  type SocketAnswers,
  startFakeServer,
} from './fake-server.ts'

export const nowMs = Date.parse('2026-11-21T10:00:00.000Z')

interface PersonOptions {
  token?: string | undefined
  /** A token or key in the environment. */
  given?: string
  stdin?: string
  /** Files that can be read, by path. */
  files?: Readonly<Record<string, string>>
  /** The answers of a user at the terminal, in order. */
  person?: string[]
  /** Characters per line; without it, the outputs are not a terminal. */
  columns?: number
  /** The keyboard and screen of a remote shell: typed input, and window size changes. */
  keyboard?: Keyboard
}

interface WorldOptions extends PersonOptions {
  answers?: Answers
  sockets?: SocketAnswers
}

export interface Keyboard {
  size: TerminalSize
  type(bytes: string): void
  resizeTo(size: TerminalSize): void
  taken: {
    onBytes?: (bytes: Uint8Array<ArrayBuffer>) => void
    onResize?: (s: TerminalSize) => void
  }
}

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** A user with an empty home directory, a terminal, and the whole program in this process. */
export interface AtTerminal extends Disposable {
  /** Ends the running command, as Ctrl-C does. */
  interrupt(): void
  run(...words: string[]): Promise<Ran>
  /** The output so far of a run in progress. */
  written(): { stdout: string; stderr: string }
  storedToken(): string | undefined
  credentials(): { text: string; mode: number }
  agentRuns: (readonly string[])[]
  /** Their home folder; its files are real. */
  home: string
  /** Standard input and output of a program that another runs. */
  streams: { input: PassThrough; output: PassThrough }
}

export interface World extends Omit<AtTerminal, typeof Symbol.dispose>, AsyncDisposable {
  server: FakeServer
}

/** A user at a terminal, and a fake server that they are signed in to. */
export async function aWorld({
  answers = {},
  sockets,
  ...options
}: WorldOptions = {}): Promise<World> {
  const server = await startFakeServer(answers, sockets)
  const token = 'token' in options ? options.token : 'good-token'
  const someone = atTerminal(server.url, { ...options, token })
  return {
    ...someone,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      someone[Symbol.dispose]()
    },
  }
}

/** A user at a terminal, with a server that is already running. */
export function atTerminal(serverUrl: string, options: PersonOptions): AtTerminal {
  const home = mkdtempSync(join(tmpdir(), 'gridloom-cli-'))
  const credentialsPath = join(home, 'gridloom', 'credentials.json')
  const file = credentialFile(credentialsPath)
  if (options.token !== undefined) file.tokensOf(serverUrl).write(options.token)
  const interrupts = createInterrupts()
  const agentRuns: (readonly string[])[] = []
  let written = { stdout: textSink(options.columns), stderr: textSink(options.columns) }
  const streams = { input: new PassThrough(), output: new PassThrough() }
  const host = { ...fakeHost(options, agentRuns, interrupts), home, standardStreams: () => streams }
  return {
    home,
    streams,
    agentRuns,
    interrupt: () => interrupts.strike(),
    written: () => ({ stdout: written.stdout.text(), stderr: written.stderr.text() }),
    storedToken: () => file.tokensOf(serverUrl).read(),
    credentials: () => ({
      text: readFileSync(credentialsPath, 'utf8'),
      mode: statSync(credentialsPath).mode & 0o777,
    }),
    async run(...words) {
      written = { stdout: textSink(options.columns), stderr: textSink(options.columns) }
      const code = await runCli(words, {
        config: { serverUrl, token: options.given, credentialsPath, colour: 'never' },
        host,
        signal: interrupts.signal,
        ...written,
      })
      return { code, stdout: written.stdout.text(), stderr: written.stderr.text() }
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  }
}

export function aKeyboard(size: TerminalSize = { columns: 80, rows: 24 }): Keyboard {
  const taken: Keyboard['taken'] = {}
  return {
    size,
    taken,
    type: (text) => taken.onBytes?.(new Uint8Array(Buffer.from(text))),
    resizeTo: (next) => taken.onResize?.(next),
  }
}

function fakeHost(
  options: PersonOptions,
  agentRuns: (readonly string[])[],
  interrupts: Interrupts,
): Omit<Host, 'home' | 'standardStreams'> {
  const answers = [...(options.person ?? [])]
  let keys = 0
  let passedMs = 0
  const next = async () => {
    const answer = answers.shift()
    if (answer === undefined) throw new CancelledError('Cancelled.')
    return answer
  }
  return {
    nowMs: () => nowMs + passedMs,
    clock: {
      // Pauses end at once, but only after other pending work.
      after(delayMs, wake) {
        passedMs += delayMs
        const waiting = setImmediate(wake)
        return () => clearImmediate(waiting)
      },
    },
    timeZone: 'Europe/Berlin',
    random: () => 0.5,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
    interactive: options.person !== undefined,
    prompts: {
      text: next,
      secret: next,
      confirm: async () => ((await next()) === 'yes' ? 'yes' : 'no'),
      async choose({ options: choices }) {
        const wanted = await next()
        const choice = choices.find(({ label }) => label === wanted)
        if (choice === undefined) throw new CancelledError('Cancelled.')
        return choice.value
      },
    },
    readStdin: async () => options.stdin ?? '',
    readFile: async (path) =>
      options.files?.[path] ?? readFile(path, 'utf8').catch(() => undefined),
    files: filesHere,
    localFiles: { ...localFiles, stdin: () => Readable.from([Buffer.from(options.stdin ?? '')]) },
    terminalSize: () => options.keyboard?.size,
    takeTerminal: () => ({
      onBytes: (take) => {
        if (options.keyboard) options.keyboard.taken.onBytes = take
      },
      onResize: (take) => {
        if (options.keyboard) options.keyboard.taken.onResize = take
      },
      [Symbol.dispose]: () => undefined,
    }),
    takeInterrupts: interrupts.take,
    async runAgent(words) {
      agentRuns.push(words)
      return 9
    },
  }
}

function textSink(columns: number | undefined): Sink & { text(): string } {
  let text = ''
  return {
    columns,
    async write(piece) {
      text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8')
    },
    text: () => text,
  }
}
