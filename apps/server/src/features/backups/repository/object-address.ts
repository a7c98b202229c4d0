/** The kinds of files in a repository of restic. */
export const objectKinds = ['config', 'keys', 'locks', 'snapshots', 'index', 'data'] as const
export type ObjectKind = (typeof objectKinds)[number]

/** One file of a repository. */
export interface ObjectAddress {
  readonly kind: ObjectKind
  /** The SHA-256 of its bytes in hex; `config` for the one of that kind. */
  readonly name: string
}

/** What one request asks for. */
export type RepositoryRequest =
  | { readonly ask: 'create' }
  | { readonly ask: 'list'; readonly kind: ObjectKind }
  | ({ readonly ask: 'head' | 'get' | 'put' | 'delete' } & ObjectAddress)

const addresses = /^\/(?:(config)|(keys|locks|snapshots|index|data)\/([0-9a-f]{64})?)$/

const asks: Readonly<Record<string, 'head' | 'get' | 'put' | 'delete'>> = {
  HEAD: 'head',
  GET: 'get',
  POST: 'put',
  DELETE: 'delete',
}

/**
 * Parses a request of restic's REST protocol, version 2; `undefined` for all others. Source:
 * restic.readthedocs.io/en/stable/REST_backend.html. Nothing of a path but a known kind and 64 hex digits gets further,
 * so that no request names a file outside its repository.
 */
export function parseRepositoryRequest(
  method: string,
  path: string,
): RepositoryRequest | undefined {
  if (method === 'POST' && path === '/?create=true') return { ask: 'create' }
  const ask = asks[method]
  const [, config, folder, name] = addresses.exec(path) ?? []
  if (ask === undefined) return undefined
  if (config !== undefined) return { ask, kind: 'config', name: 'config' }
  const kind = objectKinds.find((one) => one === folder)
  if (kind === undefined) return undefined
  if (name !== undefined) return { ask, kind, name }
  return ask === 'get' ? { ask: 'list', kind } : undefined
}

const mib = 1024 * 1024

/** The most bytes of one file. restic's packs have at most 128 MiB, and one blob more. */
export const objectBytesMax: Readonly<Record<ObjectKind, number>> = {
  config: mib,
  keys: mib,
  locks: mib,
  snapshots: 4 * mib,
  index: 64 * mib,
  data: 160 * mib,
}

/** The most files of one repository: 4 TB in packs of 16 MiB. */
export const objectsMax = 250_000
