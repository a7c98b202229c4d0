import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'
import type { ZipEntry } from './zip-entry.ts'

/** An entry of a zip, as its directory lists it. */
export interface ListedEntry extends ZipEntry {
  readonly isFolder: boolean
  readonly isLink: boolean
  readonly isEncrypted: boolean
}

/** Rejects entries that must never be unpacked on a machine, by name. Throws `SceneBroken`. */
export function checkEntry({ path, isLink, isEncrypted }: ListedEntry): void {
  const name = `“${path.slice(0, 200)}”`
  if (isEncrypted)
    throw new SceneBroken(
      'zip_encrypted',
      `${name} in the zip is encrypted. Create the zip without a password.`,
    )
  if (isLink)
    throw new SceneBroken(
      'zip_link',
      `${name} in the zip is a symbolic link. Include the file itself.`,
    )
  if (!staysInside(path))
    throw new SceneBroken(
      'zip_unsafe_path',
      `${name} in the zip would be extracted outside the target folder. Create the zip with relative paths.`,
    )
}

/** Whether a name is below the folder that it is unpacked into, on every system. */
export function staysInside(path: string): boolean {
  if (path === '' || path.length > pathLengthMax || path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return false
  if (hasControlCharacter(path)) return false
  return !path.split('/').includes('..')
}

/** The contract's limit of a name, which is shorter than that of systems. */
const pathLengthMax = 1_024

function hasControlCharacter(path: string): boolean {
  for (const message of path) if (message < ' ') return true
  return false
}

/** Adds up a zip while it is listed. Throws `bomb` when it exceeds what a scene can have. */
export class ZipTotals {
  readonly #zipBytes: number
  #packed = 0
  unpacked = 0

  constructor(zipBytes: number) {
    this.#zipBytes = zipBytes
  }

  add({ packedBytes, unpackedBytes }: ZipEntry): void {
    this.#packed += packedBytes
    this.unpacked += unpackedBytes
    const mostUnpacked = limits.zipUnpackedBytesFree + limits.zipUnpackedRatio * this.#zipBytes
    // Overlapping entries add up to more than the zip itself.
    if (this.#packed > this.#zipBytes || this.unpacked > mostUnpacked)
      throw new SceneBroken('bomb', 'The zip was rejected: it decompresses to an implausible size.')
  }
}
