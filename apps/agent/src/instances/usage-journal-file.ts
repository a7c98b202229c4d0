import { copyFile, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { UsageEntry } from '@gridloom/contract/agent/usage'
import { isMissing, readTextIfThere, writeWhole } from '../host/files.ts'
import type { Log } from '../host/log.ts'

const fileName = 'usage.ndjson'
/** Followed by the time in milliseconds since 1970. */
const asidePrefix = `${fileName}.unreadable-`

export function usageFile(dataDir: string): string {
  return join(dataDir, fileName)
}

/** A journal that could not be read completely, as it was found. */
export interface UnreadableJournal {
  file: string
  at: Date
}

/** Returns the newest file that was kept aside, until the provider deletes it. */
export async function unreadableJournal(dataDir: string): Promise<UnreadableJournal | undefined> {
  const names = await readdir(dataDir).catch((cause: unknown) => {
    if (isMissing(cause)) return []
    throw cause
  })
  const times = names
    .filter((name) => name.startsWith(asidePrefix))
    .map((name) => Number(name.slice(asidePrefix.length)))
    .filter((ms) => Number.isSafeInteger(ms) && ms > 0)
  if (times.length === 0) return undefined
  const ms = Math.max(...times)
  return { file: join(dataDir, `${asidePrefix}${ms}`), at: new Date(ms) }
}

interface ReadJournalOptions {
  file: string
  clock: Pick<Clock, 'now'>
  log: Pick<Log, 'warn'>
}

/**
 * Reads the entries of a journal, and leaves a file that can be appended to. Only a last line that a crash left half
 * written is dropped silently: with anything else that cannot be read, the file is kept aside first, as seconds in it
 * may be unpaid.
 */
export async function readJournal(options: ReadJournalOptions): Promise<UsageEntry[]> {
  const { file } = options
  const aside = join(dirname(file), `${asidePrefix}${options.clock.now().getTime()}`)
  try {
    const text = await readTextIfThere(file)
    if (text === undefined) return []
    const { entries, unreadableLines, isTorn } = parseJournal(text)
    if (unreadableLines > 0) {
      await copyFile(file, aside)
      warn(options, { aside, unreadableLines })
    }
    // Else the next entry would continue the torn line, and neither could be read.
    if (unreadableLines > 0 || isTorn) await writeWhole(file, linesOf(entries), 0o600)
    return entries
  } catch (cause) {
    warn(options, { aside, err: cause })
    // @NOTE the agent goes on without the journal; where it cannot even be moved, each write of it is warned about
    await rename(file, aside).catch(() => undefined)
    return []
  }
}

export function linesOf(entries: readonly UsageEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

function parseJournal(text: string) {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const whole = lines.filter((line) => line !== '').map(entryIn)
  const entries = [...whole, entryIn(last)].filter((entry) => entry !== undefined)
  const unreadableLines = whole.filter((entry) => entry === undefined).length
  return { entries, unreadableLines, isTorn: last !== '' }
}

/** Returns the entry of a line, or `undefined` if it is damaged or of a later version. */
function entryIn(line: string): UsageEntry | undefined {
  try {
    return UsageEntry.parse(JSON.parse(line))
  } catch {
    // @NOTE the caller counts these lines and keeps their file
    return undefined
  }
}

function warn(
  { log }: ReadJournalOptions,
  { aside, ...facts }: { aside: string; unreadableLines?: number; err?: unknown },
): void {
  log.warn(
    { event: 'usage_journal.rejected', file: basename(aside), ...facts },
    'a part of the usage journal could not be read; its file is kept aside, and seconds in it may be unpaid',
  )
}
