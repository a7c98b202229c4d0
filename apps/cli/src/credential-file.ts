import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import type { TokenStore } from '@gridloom/client/tokens'

interface Content {
  /** The server that was signed in to last: the default for the next command. */
  server?: string | undefined
  tokens: Readonly<Record<string, string>>
}

/** The signed-in servers, in a file that only its owner can read. */
export interface CredentialFile {
  /** The server that was signed in to last. */
  lastServer(): string | undefined
  tokensOf(serverUrl: string): TokenStore
}

const lockStaleAfterMs = 30_000
const lockTriesMax = 300
const lockEveryMs = 50

const systemNowMs = () => systemClock.now().getTime()

/**
 * Opens the file at `path`, which need not exist. A file with other content counts as empty.
 * `nowMs` is compared with file system times, so it is the machine's own clock.
 */
export function credentialFile(path: string, nowMs: () => number = systemNowMs): CredentialFile {
  const change = (edit: (content: Content) => Content) => write(path, edit(read(path)))
  return {
    lastServer: () => read(path).server,
    tokensOf: (serverUrl) => ({
      read: () => read(path).tokens[serverUrl],
      write: (token) =>
        change((content) => ({
          server: serverUrl,
          tokens: { ...content.tokens, [serverUrl]: token },
        })),
      clear: () =>
        change((content) => {
          const { [serverUrl]: _gone, ...tokens } = content.tokens
          return { ...content, tokens }
        }),
      lock: (work) => withLock(`${path}.lock`, nowMs, work),
    }),
  }
}

function read(path: string): Content {
  try {
    return contentOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // @NOTE a missing file, or one with other content: either way the user is signed out
    return { tokens: {} }
  }
}

function contentOf(json: unknown): Content {
  if (typeof json !== 'object' || json === null) return { tokens: {} }
  const server = 'server' in json && typeof json.server === 'string' ? json.server : undefined
  const tokens = 'tokens' in json && typeof json.tokens === 'object' ? (json.tokens ?? {}) : {}
  return { server, tokens: Object.fromEntries(Object.entries(tokens).filter(isTextEntry)) }
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

/** Writes a temporary file and renames it, so that no reader sees a partial one. */
function write(path: string, content: Content): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
}

/**
 * Locks the file for a refresh: if two commands refreshed one token at once, the server would take the second for a
 * stolen token and end the session. A lock that a killed command left behind is taken over after 30 s.
 */
async function withLock<Result>(
  path: string,
  nowMs: () => number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < lockTriesMax && !take(path, nowMs); tries += 1) {
    await pause(systemClock, lockEveryMs, new AbortController().signal)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string, nowMs: () => number): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch {
    // @NOTE held by another command, or left behind by a killed one
    const held = statSync(path, { throwIfNoEntry: false })
    if (held && nowMs() - held.mtimeMs > lockStaleAfterMs) rmSync(path, { force: true })
    return false
  }
}
