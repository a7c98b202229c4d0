import { isRefusal } from './container-failures.ts'
import { type EngineApi, piecesOf } from './engine-api.ts'

interface ArchivedPath {
  name: string
  /** Any bytes. */
  path: Uint8Array
  signal: AbortSignal
}

/** Reads a path of a container as a tar; `undefined` where it does not exist. */
export async function readArchive(
  api: EngineApi,
  { name, path, signal }: ArchivedPath,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  // Not as the query of a call, which would be UTF-8.
  const written = Array.from(path, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const address = `/containers/${name}/archive?path=${written}`
  try {
    return piecesOf(await api.stream({ method: 'GET', path: address, signal }), signal)
  } catch (cause) {
    if (isRefusal(cause, 404)) return undefined
    throw cause
  }
}
