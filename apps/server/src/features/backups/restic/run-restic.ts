import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { TextLines } from '@gridloom/async/text-lines'
import { terminalExitCode } from '@gridloom/contract/agent/protocol'
import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import { type VolumeSessionRequest, volumeCalls } from '@gridloom/contract/agent/volumes-calls'
import { duplexTo } from '../../agents/index.ts'
import type { BackupsCtx } from '../ctx.ts'
import type { Repository } from '../repository/repository.ts'
import {
  type RepositoryMode,
  type RepositoryTraffic,
  serveRepository,
} from '../repository/serve-repository.ts'
import type { RunSite } from '../run-site.ts'
import type { ResticCommand } from './commands.ts'
import { programPipe } from './program-pipe.ts'
import { type BackupSummary, type ResticLine, readLine } from './read-output.ts'

/** How one run of restic ended. */
export interface ResticEnd {
  /** `null`: its session was cut off. */
  exitCode: number | null
  /** The last of what it printed beside its messages. */
  text: string
  summary: BackupSummary | undefined
  /** The recovery points that it kept; `undefined` where it did not say. */
  points: { id: string; at: Date }[] | undefined
  /** What it did with a repository of ours. */
  traffic: RepositoryTraffic
}

/** Where restic runs, and on which repository. */
export interface ResticPlace {
  site: RunSite
  /** `undefined`: it is not ours, and restic reaches it by itself. */
  repository: Repository | undefined
}

interface ResticStart extends ResticPlace {
  command: ResticCommand
  mode: RepositoryMode
  /** Of a volume; an instance has its volumes as it was ordered. */
  access: VolumeSessionRequest['access']
  onStatus(status: Extract<ResticLine, { kind: 'status' }>, traffic: RepositoryTraffic): void
  signal: AbortSignal
}

/** The list of recovery points is one line. */
const lineCharsMax = 4 * 1024 * 1024
const textCharsMax = 4_000

/**
 * Runs restic in an instance, as root, or on a volume, to its end, and serves its repository meanwhile.
 * @throws Refused of the machine; the caller's own abort
 */
export async function runRestic(
  ctx: Pick<BackupsCtx, 'bulkMachines' | 'ids'>,
  { site, repository, command, mode, access, onStatus, signal }: ResticStart,
): Promise<ResticEnd> {
  const { stream, trailers } = await sessionAt(ctx, site, { command, access, signal })
  const closed = stream.destroyed ? Promise.resolve() : once(stream, 'close')
  const end: Omit<ResticEnd, 'exitCode' | 'traffic'> = {
    text: '',
    summary: undefined,
    points: undefined,
  }
  const none: RepositoryTraffic = { writtenBytes: 0, readBytes: 0, refused: undefined }
  const take = (line: ResticLine) => {
    if (line.kind === 'status') onStatus(line, traffic)
    if (line.kind === 'summary') end.summary = line.summary
    if (line.kind === 'points') end.points = line.points
    if (line.kind === 'text') end.text = `${end.text}${line.text}\n`.slice(-textCharsMax)
  }
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'cut' })
  const decoder = new TextDecoder()
  const pipe = programPipe(stream, (part) => {
    for (const line of lines.add(decoder.decode(part, { stream: true }))) take(readLine(line))
  })
  const traffic =
    repository === undefined ? none : serveRepository({ pipe, repository, mode, signal })
  if (repository === undefined) pipe.resume()
  await settled(stream, closed)
  signal.throwIfAborted()
  if (lines.rest() !== '') take(readLine(lines.rest()))
  const { [terminalExitCode]: code } = await trailers()
  return { ...end, traffic, exitCode: code === undefined ? null : Number(code) }
}

async function sessionAt(
  ctx: Pick<BackupsCtx, 'bulkMachines' | 'ids'>,
  site: RunSite,
  { command, access, signal }: Pick<ResticStart, 'command' | 'access' | 'signal'>,
) {
  const { script, environment } = command
  const wire = await ctx.bulkMachines.reach(site.machineId, 'transfers')
  const session = ctx.ids.mint('instanceSession')
  if (site.kind === 'volume') {
    const body = { command: script, environment, access }
    return duplexTo(wire, volumeCalls.session, {
      ...{ params: { volume: site.id, session }, body, signal },
    })
  }
  const program = { kind: 'command', command: script } as const
  const body = { program, environment, user: 'root' } as const
  return duplexTo(wire, sessionCalls.open, { params: { id: site.id, session }, body, signal })
}

/** Resolves when a stream has closed. Our half stays open until the program's has ended: restic's input is that. */
async function settled(stream: Duplex, closed: Promise<unknown>): Promise<void> {
  stream.once('end', () => stream.end())
  // @NOTE a stream that breaks also closes
  await closed.catch(() => {})
}
