import { createDeadline } from '@gridloom/async/deadline'
import { TextLines } from '@gridloom/async/text-lines'
import { SshServerFacts } from '@gridloom/contract/agent/session-calls'
import { AgentRefused } from '../../refused.ts'
import type { RuntimeSession } from '../../runtime/port.ts'
import type { InstanceRecord } from '../record.ts'
import type { SessionContext } from './context.ts'
import type { Programs } from './programs.ts'
import { sshServerWords } from './ssh-server-words.ts'
import type { Toolbox } from './toolbox.ts'

/** The engine's start of a program, and the making of a key. */
const readLimitMs = 20_000
const lineCharsMax = 1_000
const linesMax = 20

interface ReadSshServer {
  record: InstanceRecord
  programs: Programs
  toolbox: Toolbox
  signal: AbortSignal
}

/**
 * Reads the public half of the host key of the SSH server in an instance, made there if there is none.
 * @throws AgentRefused `state_conflict` without a toolbox, `upstream_failed` with the reason where it cannot be made
 */
export async function readSshServer(
  { clock, random }: Pick<SessionContext, 'clock' | 'random'>,
  { record, programs, toolbox, signal }: ReadSshServer,
): Promise<SshServerFacts> {
  await toolbox.program(record, 'sshd', signal)
  const words = sshServerWords(record.spec.instance_id, { mode: 'describe' })
  const limit = createDeadline(clock, readLimitMs, signal)
  try {
    const program = await programs.start({
      ...{ record, id: `ssh-server-${random.uuid()}`, launched: { kind: 'program', words } },
      ...{ environment: [], terminal: undefined, count: 'limited', signal: limit.signal },
    })
    using _ended = closing(program)
    limit.signal.addEventListener('abort', () => program.stream.destroy(), { once: true })
    return await factsFrom(program)
  } finally {
    limit.done()
  }
}

async function factsFrom(program: RuntimeSession): Promise<SshServerFacts> {
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  const said: string[] = []
  for await (const { bytes } of program.output()) {
    said.push(...lines.add(bytes.toString('latin1')))
    if (said.length > linesMax) break
  }
  const [key = '', user = ''] = said
  const facts = SshServerFacts.safeParse({ public_key: key.trim(), user })
  if (facts.success) return facts.data
  throw new AgentRefused(
    'upstream_failed',
    `The instance has no SSH host key: ${key || 'no space?'}`,
  )
}

function closing({ stream }: RuntimeSession): Disposable {
  return { [Symbol.dispose]: () => stream.destroy() }
}
