import { type Finding, ok, warn } from '../doctor/finding.ts'
import { unreadableJournal } from './usage-journal-file.ts'

/** Reports a usage journal that could not be read completely and was kept aside. */
export async function inspectUsageJournal(dataDir: string): Promise<Finding> {
  const found = await unreadableJournal(dataDir)
  if (found === undefined) return ok('usage journal', 'nothing in it is unreadable')
  return warn(
    'usage journal',
    `a part of it could not be read on ${found.at.toISOString()}; seconds in it may be unpaid`,
    `Check the disk, and ask the operator about the pay with ${found.file}; then delete that file`,
  )
}
