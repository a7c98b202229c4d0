import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import { rootOf } from '../../control-plane/call.ts'
import { isMissing, isOfSystem } from '../../host/files.ts'
import { EngineUnavailable } from '../engine.ts'
import type { HostRules } from '../hosts.ts'

export interface ModelDownloadOptions {
  url: URL
  /** The file that grows with the download; a download continues after the bytes that it already has. */
  file: string
  /** The expected size, which the file may not exceed; `undefined`: as the server announces. */
  bytes: number | undefined
  hosts: Pick<HostRules, 'allowSource'>
  clock: Clock
  onProgress(fetchedBytes: number, totalBytes: number | undefined): void
  signal: AbortSignal
}

/** A server that breaks off is asked for the rest this often before it is given up. */
const triesMax = 4
const retryMs = 1_000
const redirectsMax = 5
const stallMsMax = 60_000
/** No model in one file is larger, whatever a server announces. */
const fileBytesMax = 2e12

/**
 * Downloads a complete file. Throws {@link EngineUnavailable}, or the signal's reason; received bytes stay for the next
 * try.
 */
export async function downloadModel(asked: ModelDownloadOptions): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const had = await sizeOf(asked.file)
    if (asked.bytes !== undefined && had === asked.bytes) return
    try {
      return await fetchRest(asked, had)
    } catch (cause) {
      asked.signal.throwIfAborted()
      // A retry frees no disk space.
      if (cause instanceof EngineUnavailable || isOfSystem(cause)) throw cause
      const why = cause instanceof BrokenOff ? cause.message : rootOf(cause)
      const grew = (await sizeOf(asked.file)) > had
      if (grew) tries = 1
      if (tries >= triesMax) throw new EngineUnavailable(`${asked.url.host}: ${why}`, { cause })
      await asked.clock.sleep(retryMs * tries, asked.signal)
    }
  }
}

/** Thrown when the response ended, or fell silent, before the file was complete. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

async function fetchRest(asked: ModelDownloadOptions, had: number): Promise<void> {
  const { clock, signal } = asked
  const silent = new AbortController()
  const reading = { lastMs: clock.monotonicMs() }
  const endWatch = clock.every(1_000, () => {
    if (clock.monotonicMs() - reading.lastMs > stallMsMax) {
      silent.abort(new BrokenOff(`nothing received for ${stallMsMax / 1_000} s`))
    }
  })
  try {
    const both = AbortSignal.any([signal, silent.signal])
    const answer = await followed(asked, had, both)
    await refuseUnlessGiven(asked, answer)
    const onBytes = () => {
      reading.lastMs = clock.monotonicMs()
    }
    await write(asked, { answer, from: answer.status === 206 ? had : 0, onBytes })
  } finally {
    endWatch()
    silent.abort()
  }
}

/** Requests the file and follows redirects one by one: each may lead into a private network. */
async function followed(
  asked: ModelDownloadOptions,
  had: number,
  signal: AbortSignal,
): Promise<Response> {
  let url = asked.url
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    await asked.hosts.allowSource(url)
    const headers: Record<string, string> = had > 0 ? { range: `bytes=${had}-` } : {}
    const answer = await fetch(url, { headers, redirect: 'manual', signal })
    const next = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || next === null) return answer
    await answer.body?.cancel()
    url = new URL(next, url)
    if (!/^https?:$/.test(url.protocol))
      throw new EngineUnavailable(`${asked.url.host} redirects to an invalid address.`)
  }
  throw new EngineUnavailable(`${asked.url.host} redirects too often.`)
}

async function refuseUnlessGiven(asked: ModelDownloadOptions, answer: Response): Promise<void> {
  if (answer.status === 200 || answer.status === 206) return
  await answer.body?.cancel()
  if (answer.status === 416) {
    await rm(asked.file, { force: true })
    throw new BrokenOff('the file is shorter than the part already downloaded')
  }
  const text = `${asked.url.host} returned ${answer.status}.`
  throw answer.status >= 500 ? new BrokenOff(text) : new EngineUnavailable(text)
}

interface Coming {
  answer: Response
  /** Offset in the file at which the response begins. */
  from: number
  onBytes(): void
}

async function write(
  asked: ModelDownloadOptions,
  { answer, from, onBytes }: Coming,
): Promise<void> {
  const length = answer.headers.get('content-length')
  const total = asked.bytes ?? (length === null ? undefined : from + Number(length))
  const file = await open(asked.file, from === 0 ? 'w' : 'a')
  let at = from
  try {
    for await (const bytes of answer.body ?? []) {
      at += bytes.length
      if (at > (total ?? fileBytesMax)) throw tooLarge(asked)
      await file.writeFile(bytes)
      onBytes()
      asked.onProgress(at, total)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (total !== undefined && at < total)
    throw new BrokenOff(`the download ended after ${at} of ${total} bytes`)
}

function tooLarge({ url, bytes }: ModelDownloadOptions): EngineUnavailable {
  return new EngineUnavailable(
    `${url.host} sent more than the ${bytes ?? 'announced'} bytes of the file.`,
  )
}

/** Returns the size of a file; zero if it does not exist. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (cause) {
    if (isMissing(cause)) return 0
    throw cause
  }
}

export async function sha256Of(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) {
    hash.update(piece)
  }
  return hash.digest('hex')
}
