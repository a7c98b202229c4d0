import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
const freeBytesMin = 4 * 1024 ** 3

/**
 * The folder for throw-away databases: in memory, if the machine has such a folder with 4 GiB free. Creating a database
 * there takes a tenth of the time, and the tests create thousands.
 */
export async function scratchFolder(): Promise<string> {
  // @NOTE a machine without that folder (macOS), or a container with a small one, uses the disk
  const space = await statfs(memoryFolder).catch(() => undefined)
  const isRoomy = space !== undefined && space.bavail * space.bsize >= freeBytesMin
  return isRoomy ? memoryFolder : tmpdir()
}
