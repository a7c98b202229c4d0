import type { Readable, Writable } from 'node:stream'
import type { Timers } from '@gridloom/async/clock'
import type { FileSource } from '@gridloom/blend/node'
import type { LocalFiles } from './local-files.ts'

/** Questions to the user, on stderr. Each throws CancelledError on Ctrl-C. */
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

/** The keyboard and screen while a remote shell uses them. */
export interface RawTerminal extends Disposable {
  onBytes(take: (bytes: Uint8Array<ArrayBuffer>) => void): void
  onResize(take: (size: TerminalSize) => void): void
}

/** Files that are too large to be read as text. */
export interface HostFiles {
  /** Opens a file for reading, until disposed. @throws NotFoundError */
  open(path: string): Promise<FileSource>
  /** Replaces the text of a small file at once; its permissions stay. */
  replace(path: string, text: string): Promise<void>
  /** The size in bytes; undefined if the file does not exist. */
  size(path: string): Promise<number | undefined>
  /** Writes a file, and its folders; it appears once it is complete. */
  save(path: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  /** As `save`, but never in place of another file. @throws FailedError if there is one */
  saveNew(path: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
}

/** The machine that the program runs on, as far as commands use it. */
export interface Host {
  nowMs(): number
  clock: Timers
  /** The zone of its clock, such as `Europe/Berlin`. */
  timeZone: string
  /** A number in [0, 1). */
  random(): number
  newKey(): string
  prompts: Prompts
  /** Whether there is a user to ask. */
  interactive: boolean
  /** All of standard input as text. */
  readStdin(): Promise<string>
  /** The content of a file; undefined if it cannot be read. */
  readFile(path: string): Promise<string | undefined>
  files: HostFiles
  /** The user's home folder. */
  home: string
  /** Standard input and output as raw bytes, for a program that runs this one. */
  standardStreams(): { input: Readable; output: Writable }
  /** Files of any name, for copying. */
  localFiles: LocalFiles
  /** Undefined if stdin or stdout is not a terminal. */
  terminalSize(): TerminalSize | undefined
  /** Takes over the keyboard, until disposed. Requires a terminal. */
  takeTerminal(): RawTerminal
  /** Calls this on Ctrl-C instead of ending the command, until disposed. */
  takeInterrupts(onInterrupt: () => void): Disposable
  /** Runs the agent's program with its arguments and resolves with its exit code. */
  runAgent(words: readonly string[]): Promise<number>
}
