import type { Timers } from '@gridloom/async/clock'
import type { FileSource } from '@gridloom/blend/node'

/** A person's answers. Each throws CancelledError on Ctrl-C. Questions go to stderr. */
export interface Prompts {
  text(question: { message: string; placeholder?: string }): Promise<string>
  secret(question: { message: string }): Promise<string>
  confirm(question: { message: string }): Promise<'yes' | 'no'>
  choose<Value extends string>(question: {
    message: string
    options: { value: Value; label: string; hint: string }[]
  }): Promise<Value>
}

/** The size of the terminal, in characters. */
export interface TerminalSize {
  columns: number
  rows: number
}

/** The keyboard and its screen while a remote shell has them. */
export interface RawTerminal extends Disposable {
  onBytes(take: (bytes: Uint8Array<ArrayBuffer>) => void): void
  onResize(take: (size: TerminalSize) => void): void
}

/** Files that are too large to be text. */
export interface HostFiles {
  /** Opens one for reading, until disposed. @throws NotFoundError */
  open(path: string): Promise<FileSource>
  /** Bytes; undefined where there is none. */
  size(path: string): Promise<number | undefined>
  /** Writes one with its folders; it appears when it is whole. */
  save(path: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
}

/** The machine that the program runs on, as far as commands touch it. */
export interface Host {
  nowMs(): number
  clock: Timers
  /** A number in [0, 1). */
  random(): number
  newKey(): string
  prompts: Prompts
  /** Whether a person can be asked. */
  interactive: boolean
  /** All of standard input as text. */
  readStdin(): Promise<string>
  /** A file as text; undefined where it cannot be read. */
  readFile(path: string): Promise<string | undefined>
  files: HostFiles
  /** Undefined where keyboard or screen is none. */
  terminalSize(): TerminalSize | undefined
  /** Takes the keyboard over, until disposed. Only where there is a terminal. */
  takeTerminal(): RawTerminal
  /** Ctrl-C calls this instead of ending the command, until disposed. */
  takeInterrupts(onInterrupt: () => void): Disposable
  /** Runs the agent's program with its own words and resolves with its exit code. */
  runAgent(words: readonly string[]): Promise<number>
}
