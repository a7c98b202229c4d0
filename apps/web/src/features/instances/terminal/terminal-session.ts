import { refusedInFrame } from '@gridloom/client/api-error'
import type { Frame, Socket } from '@gridloom/client/socket'
import { TerminalControl } from '@gridloom/contract/instances'
import { assertNever } from '@gridloom/domain/assert-never'
import type { TerminalMemory } from './terminal-memory.ts'

/** Where a terminal is. `waiting`: the connection broke and is tried again in a moment. */
export type TerminalState =
  | { readonly kind: 'opening' | 'waiting' }
  | { readonly kind: 'open'; readonly resumed: boolean }
  | { readonly kind: 'exited'; readonly exitCode: number | null }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }

/** The screen that a terminal is drawn on. */
export interface TerminalScreen {
  readonly size: () => { columns: number; rows: number }
  /** Wiped before a resumed terminal sends again what it printed last. */
  readonly wipe: () => void
  readonly write: (bytes: Uint8Array) => void
}

interface TerminalParts {
  readonly screen: TerminalScreen
  readonly memory: TerminalMemory
  /** Opens the socket; `hello` goes into its first frame beside the token. */
  readonly open: (hello: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Socket>
  /** Makes a token that has just expired good again. */
  readonly renewToken: () => Promise<unknown>
  readonly after: (delayMs: number, wake: () => void) => () => void
  readonly onState: (state: TerminalState) => void
}

/** A terminal that outlives its connections. */
export interface TerminalSession {
  type(bytes: Uint8Array<ArrayBuffer>): void
  resize(): void
  /** Opens it again after its shell ended or it was refused. */
  restart(): void
  close(): void
}

const pausesMs = [300, 1_000, 2_000, 5_000, 10_000] as const

/** How long to wait before connection number `failures + 1`. */
export function reconnectPauseMs(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? pausesMs[0]
}

/**
 * Opens a terminal and keeps it: a broken connection is made anew with the terminal's id, and the
 * machine sends again what was on the screen. Ends with the shell, a refusal, or `close`.
 */
export function openTerminal(parts: TerminalParts): TerminalSession {
  const { screen, memory, onState } = parts
  const closed = new AbortController()
  let socket: Socket | undefined
  let failures = 0
  let renewed = false
  let cancelWait: (() => void) | undefined

  async function connect(): Promise<void> {
    try {
      const { columns, rows } = screen.size()
      const id = memory.read()
      const hello = { columns, rows, ...(id ? { terminal_id: id } : {}) }
      const opened = await parts.open(hello, closed.signal)
      socket = opened
      opened.onFrame((frame) => takeFrame(opened, frame))
    } catch {
      // @NOTE no connection now: tried again until the screen is left
      reconnectSoon()
    }
  }

  function takeFrame(from: Socket, frame: Frame): void {
    if (from !== socket || closed.signal.aborted) return
    if (frame.kind === 'bytes') screen.write(frame.bytes)
    if (frame.kind === 'closed') reconnectSoon()
    if (frame.kind !== 'control') return
    const control = TerminalControl.safeParse(frame.control)
    if (control.success) takeControl(control.data)
  }

  function takeControl(control: TerminalControl): void {
    switch (control.kind) {
      case 'opened':
        failures = 0
        renewed = false
        memory.write(control.terminal_id)
        screen.wipe()
        onState({ kind: 'open', resumed: control.resumed })
        break
      case 'exited':
        memory.forget()
        leave()
        onState({ kind: 'exited', exitCode: control.exit_code })
        break
      case 'refused':
        leave()
        takeRefusal(refusedInFrame(control.code, control.error))
        break
      case 'resize':
        break
      default:
        assertNever(control)
    }
  }

  function takeRefusal({ code, message }: { code: string; message: string }): void {
    const refused = { kind: 'refused', code, text: message } as const
    if (code !== 'token_expired' || renewed) {
      onState(refused)
      return
    }
    renewed = true
    onState({ kind: 'waiting' })
    parts.renewToken().then(connect, () => onState(refused))
  }

  function reconnectSoon(): void {
    socket = undefined
    if (closed.signal.aborted) return
    failures += 1
    onState({ kind: 'waiting' })
    cancelWait = parts.after(reconnectPauseMs(failures), () => void connect())
  }

  function leave(): void {
    const left = socket
    socket = undefined
    left?.close()
  }

  void connect()
  return {
    type: (bytes) => socket?.sendBytes(bytes),
    resize: () => socket?.sendControl({ kind: 'resize', ...screen.size() }),
    restart() {
      leave()
      cancelWait?.()
      onState({ kind: 'opening' })
      void connect()
    },
    close() {
      closed.abort()
      cancelWait?.()
      leave()
    },
  }
}
