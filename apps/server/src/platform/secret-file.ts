import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Reads a secret, which only this process's user may read; made and stored if the file does not exist. Replicas that
 * share the folder get the same one. An existing file that cannot be read is never replaced, as others trust its secret.
 */
export async function readOrMakeSecret(file: string, make: () => Promise<string>): Promise<string> {
  return (await readSecret(file)) ?? storeSecret(file, await make())
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Writes a draft and links it into place. If another replica was first, its secret is used. */
async function storeSecret(file: string, secret: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, secret, { flag: 'wx', mode: 0o600, flush: true })
    await link(draft, file)
    return secret
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return await readFile(file, 'utf8')
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
