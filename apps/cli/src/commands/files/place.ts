import path from 'node:path'
import { encodeFileBytes, FilePath } from '@gridloom/contract/files/file-path'
import { UsageError } from '../../errors.ts'

/** A path in an instance. */
export interface PlaceThere {
  readonly kind: 'there'
  readonly instance: string
  readonly path: FilePath
  /** Whether it was written with a slash at its end: it must be a folder. */
  readonly mustBeFolder: boolean
}

/** What `cp` copies, or where to; `-` is standard input or output. */
export type Place = PlaceThere | { readonly kind: 'here'; readonly path: string }

/**
 * Reads an argument of `cp`, as scp does: what has a colon before its first slash is in an instance.
 * @throws UsageError
 */
export function readPlace(text: string): Place {
  const [, instance, written] = /^([^/:]+):(.*)$/s.exec(text) ?? []
  if (instance === undefined || written === undefined) return { kind: 'here', path: text }
  if (!written.startsWith('/'))
    throw new UsageError(
      `Use an absolute path in the instance, such as ${instance}:/root/${written}`,
    )
  const normal = path.posix.normalize(written).replace(/(?<=.)\/$/, '')
  const read = FilePath.safeParse(encodeFileBytes(Buffer.from(normal)))
  if (!read.success) throw new UsageError(`${written} is not a valid path.`)
  return { kind: 'there', instance, path: read.data, mustBeFolder: /\/\.{0,2}$/.test(written) }
}
