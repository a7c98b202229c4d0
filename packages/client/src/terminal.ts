import { TerminalControl } from '@gridloom/contract/instances/terminal'
import type { Client } from './calls.ts'
import { untilOpened } from './opening.ts'
import type { Frame } from './socket.ts'

/** A message of a terminal: bytes to show, the exit of the shell, or the loss of the connection. */
export type TerminalFrame =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'exited'; exitCode: number | null }
  | { kind: 'closed' }

/** A shell inside an instance. After `closed`, open it again with its id to resume it. */
export interface Terminal {
  readonly terminalId: string
  /** Whether an existing terminal was resumed. */
  readonly resumed: boolean
  write(bytes: Uint8Array<ArrayBuffer>): void
  resize(columns: number, rows: number): void
  onFrame(take: (frame: TerminalFrame) => void): void
  /** Detaches from the terminal; the shell continues and can be resumed. */
  close(): void
}

export interface TerminalOptions {
  instanceId: string
  columns: number
  rows: number
  /** The terminal to resume. */
  terminalId?: string
  signal?: AbortSignal
}

/**
 * Opens a shell inside an instance and resolves once the machine has it ready. Rejects with ApiError when it is
 * refused, and with NetworkError when the connection fails.
 */
export async function openTerminal(client: Client, options: TerminalOptions): Promise<Terminal> {
  const { socket, answer } = await untilOpened(client, () =>
    client.instances.terminal({
      params: { id: options.instanceId },
      hello: {
        columns: options.columns,
        rows: options.rows,
        ...(options.terminalId === undefined ? {} : { terminal_id: options.terminalId }),
      },
      ...(options.signal ? { signal: options.signal } : {}),
    }),
  )
  return {
    terminalId: String(answer.terminal_id),
    resumed: answer.resumed === true,
    write: (bytes) => socket.sendBytes(bytes),
    resize: (columns, rows) => socket.sendControl({ kind: 'resize', columns, rows }),
    onFrame: (take) =>
      socket.onFrame((frame) => {
        const known = terminalFrame(frame)
        if (known !== undefined) take(known)
      }),
    close: () => socket.close(),
  }
}

function terminalFrame(frame: Frame): TerminalFrame | undefined {
  if (frame.kind === 'bytes') return frame
  if (frame.kind === 'closed') return { kind: 'closed' }
  const control = TerminalControl.safeParse(frame.control)
  if (!control.success) return undefined
  if (control.data.kind === 'exited') return { kind: 'exited', exitCode: control.data.exit_code }
  return control.data.kind === 'refused' ? { kind: 'closed' } : undefined
}
