import { joinBytes } from './path-bytes.ts'
import type { SftpFiles } from './reach-files.ts'
import { closeQuietly } from './sftp-source.ts'

/** As `uploadNameOf` and `writeText` name them. */
const leftoverPattern = /^\.gridloom-(?:upload-[0-9a-f]{32}|edit-[0-9a-z]{16})$/
const keptMs = 24 * 60 * 60_000
/** Of a larger folder only the first entries are looked at: the upload waits for it. */
const entriesMax = 5_000

/** Whether a file is the part of an upload or a save that is not finished. */
export function isLeftover(name: Buffer): boolean {
  return leftoverPattern.test(name.toString('latin1'))
}

/** Deletes what uploads left in a folder that nobody has continued for a day. */
export async function sweepUploads(
  { sftp }: SftpFiles,
  { folder, now }: { folder: Buffer; now: Date },
): Promise<void> {
  const handle = await sftp.openFolder(folder)
  try {
    for (let seen = 0; seen < entriesMax; ) {
      const listed = await sftp.readFolder(handle)
      if (listed === undefined) return
      seen += listed.length
      for (const { name, attributes } of listed) {
        if (!isLeftover(name)) continue
        const isLeft = now.getTime() - attributes.modifiedS * 1_000 > keptMs
        // @NOTE another upload may delete it at the same time
        if (isLeft) await sftp.remove(joinBytes(folder, name)).catch(() => {})
      }
    }
  } finally {
    await closeQuietly(sftp, handle)
  }
}
