import { chmod, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../log.ts'

/** A user and group by number, as `spawn` takes them. */
export interface UserIds {
  uid: number
  gid: number
}

/** Users that a fresh system has and that own nothing, best first. */
const candidates = ['postgres', 'nobody']

/** Returns the user to run a child process as: `undefined` when we are not root, else an existing unprivileged user. */
export async function unprivilegedUser(): Promise<UserIds | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return pickUser(await readFile('/etc/passwd', 'utf8'))
}

/** Returns the first candidate in the text of a passwd file. */
export function pickUser(passwd: string): UserIds {
  const lines = passwd.split('\n').map((line) => line.split(':'))
  for (const name of candidates) {
    const line = lines.find(([login]) => login === name)
    if (line !== undefined) return { uid: Number(line[2]), gid: Number(line[3]) }
  }
  throw new Error(
    `none of the users ${candidates.join(', ')} exists, and PostgreSQL refuses to run as root`,
  )
}

/**
 * Makes each folder on the path to the given ones passable (not listable) for everyone. A clone below `/root` or a
 * private temporary folder would otherwise be closed to the database's own user.
 */
export async function letThrough(folders: readonly string[], log: Log): Promise<void> {
  for (const folder of new Set(folders.flatMap(withAncestors))) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) !== 0) continue
    await chmod(folder, (mode & 0o7777) | 0o011)
    log.info(
      { event: 'database.folder_opened', folder },
      "letting the database's own user pass through this folder (chmod go+x)",
    )
  }
}

/** `/a/b` → `/`, `/a`, `/a/b`. */
function withAncestors(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [...withAncestors(parent), folder]
}
