import type { VolumeSessionRequest } from '@gridloom/contract/agent/volumes-calls'
import type { BackupFailure } from '@gridloom/contract/backups/backup'
import type { BackupsCtx } from './ctx.ts'
import type { RepositoryMode } from './repository/serve-repository.ts'
import { resticCommand } from './restic/commands.ts'
import { failureOf, isMissingRepository } from './restic/judge-end.ts'
import { type ResticEnd, runRestic } from './restic/run-restic.ts'
import type { RunWork } from './run-work.ts'
import type { RunEnd } from './settle-run.ts'

interface ResticOf {
  words: readonly string[]
  before?: string
  mode?: RepositoryMode
  access?: VolumeSessionRequest['access']
}

/** Runs restic with the secrets, in the place and with the progress of a run. */
export async function resticOf(
  ctx: BackupsCtx,
  { plan, run, secrets, place, watch }: RunWork,
  { words, before = '', mode = 'append', access = 'read_only' }: ResticOf,
): Promise<ResticEnd> {
  const { destination } = plan
  return runRestic(ctx, {
    ...place,
    command: resticCommand(words, { destination, secrets, before }),
    ...{ mode, access },
    onStatus: ({ percent, files, bytes }, { writtenBytes, readBytes }) => {
      const transferred_bytes = run.kind === 'backup' ? writtenBytes : readBytes
      watch.note({ percent, files, bytes, transferred_bytes })
    },
    signal: watch.signal,
  })
}

/**
 * Makes a repository ready: without what killed runs left of files and locks, and made if there is none. Returns why that
 * is not possible.
 */
export async function prepareRepository(
  ctx: BackupsCtx,
  work: RunWork,
): Promise<RunEnd | undefined> {
  const { repository } = work.place
  if (repository !== undefined) return prepareOurs(ctx, work, repository)
  const unlocked = await resticOf(ctx, work, { words: ['unlock'] })
  if (!isMissingRepository(unlocked)) return failed(unlocked)
  return failed(await resticOf(ctx, work, { words: ['init'] }))
}

async function prepareOurs(
  ctx: BackupsCtx,
  work: RunWork,
  repository: NonNullable<RunWork['place']['repository']>,
): Promise<RunEnd | undefined> {
  await repository.tidy()
  if ((await repository.size({ kind: 'config', name: 'config' })) !== undefined) return undefined
  // Keys of an `init` that was killed open nothing.
  for await (const keys of repository.list('keys'))
    for (const { name } of keys) await repository.remove({ kind: 'keys', name })
  return failed(await resticOf(ctx, work, { words: ['init'] }))
}

const messageCharsMax = 2_000

/** Returns the end that a failed restic means; `undefined`: it has not failed. */
export function failed(end: ResticEnd): RunEnd | undefined {
  const failure: BackupFailure | undefined = failureOf(end)
  return failure && { state: 'failed', failure, message: messageOf(end) }
}

/** What restic said, for its user. */
export function messageOf({ text }: Pick<ResticEnd, 'text'>): string | null {
  const said = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('gridloom:'))
    .join('\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .toWellFormed()
  return said === '' ? null : said.slice(-messageCharsMax)
}
