import { refusedInFrame } from '@gridloom/client/api-error'
import type { Frame, Socket } from '@gridloom/client/socket'
import { TerminalControl } from '@gridloom/contract/instances/terminal'
import { assertNever } from '@gridloom/domain/assert-never'
import type { TerminalMemory } from './terminal-memory.ts'

/** The state of a terminal. `waiting`: the connection is lost and will be retried. */
export type TerminalState =
  | { readonly kind: 'opening' | 'waiting' }
  | { readonly kind: 'open'; readonly resumed: boolean }
  | { readonly kind: 'exited'; readonly exitCode: number | null }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }

/** The screen that a terminal writes to. */
export interface TerminalScreen {
  readonly size: () => { columns: number; rows: number }
  /** Clears the screen, before a resumed terminal sends its latest output again. */
  readonly wipe: () => void
  readonly write: (bytes: Uint8Array) => void
}

interface TerminalParts {
  readonly screen: TerminalScreen
  readonly memory: TerminalMemory
  /** Opens the socket; `hello` is sent in its first frame, beside the token. */
  readonly open: (hello: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Socket>
  /** Renews an expired token. */
  readonly renewToken: () => Promise<unknown>
  readonly after: (delayMs: number, wake: () => void) => () => void
  readonly onState: (state: TerminalState) => void
}

/** A terminal that survives lost connections. */
export interface TerminalSession {
  type(bytes: Uint8Array<ArrayBuffer>): void
  resize(): void
  /** Opens the terminal again after its shell exited or it was refused. */
  restart(): void
  close(): void
}

const pausesMs = [300, 1_000, 2_000, 5_000, 10_000] as const

/** Returns the pause before the next connection after `failures` failed ones. */
export function reconnectPauseMs(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? pausesMs[0]
}

/**
 * Opens a terminal and keeps it open: a lost connection is replaced by a new one with the terminal's id, and the
 * machine sends the screen's content again. Ends with the shell, a refusal, or `close`.
 */
export function openTerminal(parts: TerminalParts): TerminalSession {
  const session = new LastingTerminal(parts)
  session.connect()
  return session
}

class LastingTerminal implements TerminalSession {
  readonly #parts: TerminalParts
  readonly #closed = new AbortController()
  #socket: Socket | undefined
  #failures = 0
  #renewed = false
  #cancelWait: (() => void) | undefined

  constructor(parts: TerminalParts) {
    this.#parts = parts
  }

  type(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket?.sendBytes(bytes)
  }

  resize(): void {
    this.#socket?.sendControl({ kind: 'resize', ...this.#parts.screen.size() })
  }

  restart(): void {
    this.#leave()
    this.#cancelWait?.()
    this.#parts.onState({ kind: 'opening' })
    this.connect()
  }

  close(): void {
    this.#closed.abort()
    this.#cancelWait?.()
    this.#leave()
  }

  connect(): void {
    const { screen, memory, open } = this.#parts
    const id = memory.read()
    const hello = { ...screen.size(), ...(id ? { terminal_id: id } : {}) }
    open(hello, this.#closed.signal).then(
      (socket) => {
        this.#socket = socket
        socket.onFrame((frame) => this.#takeFrame(socket, frame))
      },
      // @NOTE no connection now: retried until the screen is left
      () => this.#reconnectSoon(),
    )
  }

  #takeFrame(from: Socket, frame: Frame): void {
    if (from !== this.#socket || this.#closed.signal.aborted) return
    if (frame.kind === 'bytes') this.#parts.screen.write(frame.bytes)
    if (frame.kind === 'closed') this.#reconnectSoon()
    if (frame.kind !== 'control') return
    const control = TerminalControl.safeParse(frame.control)
    if (control.success) this.#takeControl(control.data)
  }

  #takeControl(control: TerminalControl): void {
    const { memory, screen, onState } = this.#parts
    switch (control.kind) {
      case 'opened':
        this.#failures = 0
        this.#renewed = false
        memory.write(control.terminal_id)
        screen.wipe()
        onState({ kind: 'open', resumed: control.resumed })
        break
      case 'exited':
        memory.forget()
        this.#leave()
        onState({ kind: 'exited', exitCode: control.exit_code })
        break
      case 'refused':
        this.#leave()
        this.#takeRefusal(refusedInFrame(control.code, control.error))
        break
      case 'resize':
        break
      default:
        assertNever(control)
    }
  }

  #takeRefusal({ code, message }: { code: string; message: string }): void {
    const { onState, renewToken } = this.#parts
    const refused = { kind: 'refused', code, text: message } as const
    if (code !== 'token_expired' || this.#renewed) {
      onState(refused)
      return
    }
    this.#renewed = true
    onState({ kind: 'waiting' })
    renewToken().then(
      () => this.connect(),
      () => onState(refused),
    )
  }

  #reconnectSoon(): void {
    this.#socket = undefined
    if (this.#closed.signal.aborted) return
    this.#failures += 1
    this.#parts.onState({ kind: 'waiting' })
    const pauseMs = reconnectPauseMs(this.#failures)
    this.#cancelWait = this.#parts.after(pauseMs, () => this.connect())
  }

  #leave(): void {
    const left = this.#socket
    this.#socket = undefined
    left?.close()
  }
}
