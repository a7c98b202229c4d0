import { pause } from '@gridloom/async/pause'
import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { retryDelayMs } from '@gridloom/client/retry-delay'
import { openTerminal, type Terminal } from '@gridloom/client/terminal'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { ExitWith, exitCodes } from '../../exit-codes.ts'
import { examples } from '../../help.ts'
import { createDetachKeys } from '../../input/detach-keys.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface ShellOptions {
  resume?: string
}

/** How one connection to the shell ended. */
type End = { kind: 'exited'; exitCode: number } | { kind: 'detached' } | { kind: 'lost' }

const reconnectsMax = 10

export function addShell(program: Command, open: Open): void {
  program
    .command('shell')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('open a shell')
    .description(
      'Open a shell in an instance. Detach with Ctrl-P Ctrl-Q; a lost connection is restored automatically.',
    )
    .option('--resume <terminal>', 'reattach to a detached shell')
    .addHelpText('after', examples('shell trial', 'shell trial --resume trm_01jd3v8q6f…'))
    .action((instance: string, options: ShellOptions, command: Command) =>
      shell(open(command), instance, options),
    )
}

async function shell(ctx: Ctx, wanted: string, { resume }: ShellOptions): Promise<void> {
  if (ctx.host.terminalSize() === undefined) {
    throw new UsageError('A shell requires a terminal. In scripts, use: gridloom exec')
  }
  const { id } = await findInstance(ctx, wanted)
  let terminalId = resume
  for (let losses = 0; losses <= reconnectsMax; losses += 1) {
    const terminal = await connect(ctx, { id, terminalId, losses })
    if (terminal === undefined) continue
    if (terminalId !== undefined && !terminal.resumed) ctx.output.note('Started a new shell.')
    terminalId = terminal.terminalId
    const end = await runTerminal(ctx, terminal)
    if (end.kind === 'exited') throw new ExitWith(end.exitCode)
    if (end.kind === 'detached') return noteHowToResume(ctx, wanted, terminalId)
    losses = 0
    ctx.output.note('\nConnection lost. Reconnecting…')
  }
  throw new NetworkError('unreachable')
}

interface Connection {
  id: string
  terminalId: string | undefined
  losses: number
}

/** Opens the terminal; undefined while the server cannot be reached again. The first failure is thrown. */
async function connect(ctx: Ctx, { id, terminalId, losses }: Connection) {
  if (losses > 0) await pause(ctx.host.clock, retryDelayMs(losses, ctx.host.random), ctx.signal)
  const size = ctx.host.terminalSize() ?? { columns: 80, rows: 24 }
  try {
    const options = { instanceId: id, ...size, signal: ctx.signal }
    return await openTerminal(ctx.client, terminalId ? { ...options, terminalId } : options)
  } catch (error) {
    if (terminalId !== undefined && mayComeBack(error)) return undefined
    throw error
  }
}

/** After a restart of the server its machines reconnect slightly later than the client. */
function mayComeBack(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && ['machine_offline', 'not_ready'].includes(error.code)
}

/** Copies keyboard to shell and shell to screen, until the shell ends, the user leaves, or the connection breaks. */
async function runTerminal(ctx: Ctx, terminal: Terminal): Promise<End> {
  using screen = ctx.host.takeTerminal()
  const end = Promise.withResolvers<End>()
  const watchKeys = createDetachKeys()
  terminal.onFrame((frame) => {
    if (frame.kind === 'bytes') void ctx.output.bytes('stdout', frame.bytes)
    if (frame.kind === 'closed') end.resolve({ kind: 'lost' })
    if (frame.kind === 'exited') {
      // Unknown if the agent is an older version, or the engine did not report it.
      end.resolve({ kind: 'exited', exitCode: frame.exitCode ?? exitCodes.ok })
    }
  })
  screen.onBytes((bytes) => {
    const { pass, leaving } = watchKeys(bytes)
    if (pass.length > 0) terminal.write(pass)
    if (leaving === 'yes') end.resolve({ kind: 'detached' })
  })
  screen.onResize(({ columns, rows }) => terminal.resize(columns, rows))
  try {
    return await end.promise
  } finally {
    terminal.close()
  }
}

function noteHowToResume(ctx: Ctx, wanted: string, terminalId: string): void {
  ctx.output.note(`\nDetached. Reattach: gridloom shell ${wanted} --resume ${terminalId}`)
}
