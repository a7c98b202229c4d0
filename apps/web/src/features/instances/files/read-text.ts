import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { editedBytesMax, type FileVersion } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'

/** What an editor can show of a file. */
export type ReadText =
  | { kind: 'text'; text: string; version: FileVersion }
  | { kind: 'too_large'; bytes: number }
  | { kind: 'binary' }

interface FileToRead {
  id: InstanceId
  path: FilePath
  signal: AbortSignal
}

/**
 * Reads a file as UTF-8. Its version is read before the content: what changes in between is refused when it is saved,
 * and never overwritten.
 */
export async function readText(
  client: Client,
  { id, path, signal }: FileToRead,
): Promise<ReadText> {
  const query = { path, follow: true }
  const { size_bytes, modified_at } = await client.files.entry({ params: { id }, query, signal })
  if (size_bytes > editedBytesMax) return { kind: 'too_large', bytes: size_bytes }
  const response = await client.files.read({ params: { id }, query: { path }, signal })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > editedBytesMax) return { kind: 'too_large', bytes: bytes.length }
  const text = textOf(bytes)
  return text === undefined
    ? { kind: 'binary' }
    : { kind: 'text', text, version: { size_bytes, modified_at } }
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // @NOTE the question is whether it is UTF-8
    return undefined
  }
}
