import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { terminalExitCode } from '@gridloom/contract/agent/protocol'
import type { InstanceId, TerminalId } from '@gridloom/contract/core/ids'
import { TerminalControl, TerminalOpen } from '@gridloom/contract/instances/terminal'
import type { WebSocket } from 'ws'
import type { SocketAuth } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { closedByFault, closedNormally, enterBySocket } from './enter-by-socket.ts'
import { parseFrame } from './frames.ts'
import { joinSocket } from './join-socket.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Opens a shell inside an instance. The shell lives on the machine: when the socket closes it is only detached, and the
 * same terminal id attaches to it again with its last output.
 * @throws Refused
 */
export async function openTerminal(
  socket: WebSocket,
  id: InstanceId,
  auth: SocketAuth<InstancesCtx>,
): Promise<void> {
  const { ctx, row, open, early } = await enterBySocket(socket, { id, frame: TerminalOpen, auth })
  using _connection = ctx.connections.open(row.id)
  const terminalId = open.terminal_id ?? ctx.ids.mint('terminal')
  const { stream, headers, trailers } = await ctx.agents.duplex(
    row.machine_id,
    instanceCalls.terminal,
    {
      params: { id, terminal: terminalId },
      query: { columns: open.columns, rows: open.rows },
      signal: ctx.signal,
    },
  )
  send(socket, {
    kind: 'opened',
    terminal_id: terminalId,
    resumed: headers['x-gridloom-resumed'] === 'true',
  })
  const onText = (text: string) => resize(ctx, row, terminalId, text)
  const end = await joinSocket(socket, stream, { onText, early, signal: ctx.signal })
  if (end === 'stream_ended') {
    send(socket, { kind: 'exited', exit_code: exitCodeIn(await trailers()) })
  }
  socket.close(end === 'stream_ended' ? closedNormally : closedByFault)
}

/** The exit code of a shell; `null` where the agent is too old to send it, or the engine did not report it. */
function exitCodeIn(trailers: Record<string, string>): number | null {
  const said = trailers[terminalExitCode] ?? ''
  return /^\d{1,3}$/.test(said) ? Number(said) : null
}

function resize(ctx: InstancesCtx, row: InstanceRow, terminalId: TerminalId, text: string): void {
  const control = parseFrame(TerminalControl, text)
  if (control.kind !== 'resize') return
  const { columns, rows } = control
  const params = { id: row.id, terminal: terminalId }
  const options = { params, body: { columns, rows }, signal: ctx.signal, timeoutMs: 5_000 }
  ctx.agents.call(row.machine_id, instanceCalls.resizeTerminal, options).catch((error: unknown) => {
    // @NOTE a lost resize shows as a wrong width until the next one; the terminal itself continues.
    ctx.log.debug(
      { event: 'terminal.resize_failed', err: error },
      'a terminal could not be resized',
    )
  })
}

function send(socket: WebSocket, control: TerminalControl): void {
  socket.send(JSON.stringify(control))
}
