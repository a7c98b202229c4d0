import { TerminalControl } from '@gridloom/contract/instances'
import { ApiError, NetworkError, refusedInFrame } from './api-error.ts'
import type { Client } from './calls.ts'
import type { Frame, Socket } from './socket.ts'

/** What a terminal tells: bytes to show, the shell's end, or the loss of the connection. */
export type TerminalFrame =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'exited'; exitCode: number | null }
  | { kind: 'closed' }

/** A shell inside an instance. After `closed`, open it again with its id to resume it. */
export interface Terminal {
  readonly terminalId: string
  /** Whether a terminal that was there before was taken up again. */
  readonly resumed: boolean
  write(bytes: Uint8Array<ArrayBuffer>): void
  resize(columns: number, rows: number): void
  onFrame(take: (frame: TerminalFrame) => void): void
  /** Leaves the terminal; the shell goes on and can be resumed. */
  close(): void
}

export interface TerminalWish {
  instanceId: string
  columns: number
  rows: number
  /** Resume this one. */
  terminalId?: string
  signal?: AbortSignal
}

/**
 * Opens a shell inside an instance and resolves once the machine has it ready. Rejects with ApiError
 * where it is refused, NetworkError where the connection cannot be made.
 */
export async function openTerminal(client: Client, wish: TerminalWish): Promise<Terminal> {
  return withFreshToken(client, async () => {
    const socket = await client.instances.terminal({
      params: { id: wish.instanceId },
      hello: {
        columns: wish.columns,
        rows: wish.rows,
        ...(wish.terminalId === undefined ? {} : { terminal_id: wish.terminalId }),
      },
      ...(wish.signal ? { signal: wish.signal } : {}),
    })
    const { answer, behind } = await firstControl(socket)
    if (answer.kind === 'opened') return terminalOver(socket, answer, behind)
    socket.close()
    if (answer.kind === 'refused') throw refusedInFrame(answer.code, answer.error)
    throw new NetworkError('broken')
  })
}

/**
 * Runs `open`, and once more after an ordinary call has renewed the token where a frame said that it
 * had expired: a socket has no HTTP answer that could say so.
 */
async function withFreshToken<Opened>(
  client: Client,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'token_expired') throw error
    await client.identity.details()
    return open()
  }
}

/** The first control frame, and the frames that came after it before anybody took them. */
interface Beginning {
  answer: TerminalControl
  behind: Frame[]
}

function firstControl(socket: Socket): Promise<Beginning> {
  const behind: Frame[] = []
  let begun = false
  return new Promise((resolve, reject) => {
    socket.onFrame((frame) => {
      if (begun) behind.push(frame)
      if (begun || frame.kind === 'bytes') return
      begun = true
      if (frame.kind === 'closed') return reject(new NetworkError('broken'))
      const control = TerminalControl.safeParse(frame.control)
      if (control.success) return resolve({ answer: control.data, behind })
      reject(new NetworkError('broken', { cause: control.error }))
    })
  })
}

function terminalOver(socket: Socket, opened: Opened, behind: Frame[]): Terminal {
  return {
    terminalId: opened.terminal_id,
    resumed: opened.resumed,
    write: (bytes) => socket.sendBytes(bytes),
    resize: (columns, rows) => socket.sendControl({ kind: 'resize', columns, rows }),
    onFrame(take) {
      const takeKnown = (frame: Frame) => {
        const known = terminalFrame(frame)
        if (known !== undefined) take(known)
      }
      for (const frame of behind.splice(0)) takeKnown(frame)
      socket.onFrame(takeKnown)
    },
    close: () => socket.close(),
  }
}

type Opened = Extract<TerminalControl, { kind: 'opened' }>

function terminalFrame(frame: Frame): TerminalFrame | undefined {
  if (frame.kind === 'bytes') return frame
  if (frame.kind === 'closed') return { kind: 'closed' }
  const control = TerminalControl.safeParse(frame.control)
  if (!control.success) return undefined
  if (control.data.kind === 'exited') return { kind: 'exited', exitCode: control.data.exit_code }
  return control.data.kind === 'refused' ? { kind: 'closed' } : undefined
}
