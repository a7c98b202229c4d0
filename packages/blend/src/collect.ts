import type { BlendBytes } from './container/blend-bytes.ts'
import type { FoundDna } from './dna/find-dna.ts'
import { Struct } from './dna/struct.ts'
import { type BlockHead, blockCode } from './file/block-head.ts'
import type { BlendHeader } from './file/header.ts'
import { type BlockVisitor, walkBlocks } from './file/walk-blocks.ts'
import { ByteArena } from './ids/byte-arena.ts'
import { DataBlock } from './ids/data-block.ts'
import { readDriver } from './ids/drivers.ts'
import { Findings } from './ids/findings.ts'
import { type DataBlockReader, dataBlockReaders } from './ids/readers.ts'
import { readThumbnail, thumbnailBytesMax } from './ids/thumbnail.ts'
import { limits } from './limits.ts'
import { SceneBroken } from './scene-broken.ts'

interface Opened {
  readonly bytes: BlendBytes
  readonly header: BlendHeader
  readonly found: FoundDna
}

/** Walks through a file once, after its DNA was read, and collects the findings. */
export async function collect(opened: Opened, signal?: AbortSignal): Promise<Findings> {
  const collector = new Collector(opened)
  await walkBlocks(opened.bytes, opened.header, collector, signal)
  return collector.findings
}

/** The memory that a stored block costs beside its bytes. */
const keptBlockBytes = 100

const codes = {
  data: blockCode('DATA'),
  dna: blockCode('DNA1'),
  global: blockCode('GLOB'),
  thumbnail: blockCode('TEST'),
}

/**
 * Reads a data-block with the blocks it owns, which follow it directly, when the next data-block starts, so that only
 * one is in memory at a time.
 */
class Collector implements BlockVisitor {
  readonly findings = new Findings()
  readonly #opened: Opened
  readonly #owned: ReadonlyMap<DataBlockReader, ReadonlySet<number>>
  readonly #driverIndex: number
  #reader: DataBlockReader | undefined
  #current: DataBlock | undefined
  readonly #arena = new ByteArena()
  #keptBytes = 0
  #readCount = 0

  constructor(opened: Opened) {
    this.#opened = opened
    const { structs } = opened.found.dna
    const indexes = (names: readonly string[]) =>
      new Set(structs.flatMap(({ name }, index) => (names.includes(name) ? [index] : [])))
    this.#owned = new Map([...dataBlockReaders.values()].map((one) => [one, indexes(one.owns)]))
    this.#driverIndex = structs.findIndex(({ name }) => name === 'ChannelDriver')
  }

  meet(head: BlockHead, offset: number): 'skip' | 'body' {
    if (head.code === codes.data) return this.#meetOwned(head)
    this.#finish()
    if (head.code === codes.dna && offset !== this.#opened.found.offset) throw twoDescriptions()
    if (head.code === codes.thumbnail) return head.length <= thumbnailBytesMax ? 'body' : 'skip'
    if (head.length === 0 || head.length > limits.bodyBytes) return 'skip'
    this.#reader = dataBlockReaders.get(head.code)
    if (this.#reader) this.#countRead()
    return this.#reader || head.code === codes.global ? 'body' : 'skip'
  }

  take(head: BlockHead, body: Uint8Array): void {
    const { dna } = this.#opened.found
    if (head.code === codes.data) this.#takeOwned(head, body)
    else if (head.code === codes.thumbnail)
      this.findings.thumbnail = readThumbnail(body, dna.littleEndian)
    else if (head.code === codes.global)
      this.findings.activeScene = this.#structOf(head, body)?.pointer('curscene')
    else this.#current = new DataBlock(dna, { head, bytes: this.#arena.keep(body) })
  }

  #meetOwned(head: BlockHead): 'skip' | 'body' {
    if (head.length === 0 || head.length > limits.bodyBytes) return 'skip'
    if (head.structIndex === this.#driverIndex) return 'body'
    const isWanted = this.#reader && this.#owned.get(this.#reader)?.has(head.structIndex)
    return isWanted && this.#keptBytes + head.length <= limits.bodiesBytes ? 'body' : 'skip'
  }

  #takeOwned(head: BlockHead, body: Uint8Array): void {
    if (head.structIndex === this.#driverIndex) {
      const driver = this.#structOf(head, body)
      if (driver) readDriver(driver, this.findings)
      return
    }
    this.#keptBytes += head.length + keptBlockBytes
    this.#current?.keep(head, this.#arena.keep(body))
  }

  #countRead(): void {
    this.#readCount += 1
    if (this.#readCount > limits.dataBlocks)
      throw new SceneBroken('too_complex', 'The file has too many data-blocks.')
  }

  #structOf(head: BlockHead, body: Uint8Array): Struct | undefined {
    const { dna } = this.#opened.found
    const type = dna.structs[head.structIndex]
    return type && new Struct(dna, type, body)
  }

  #finish(): void {
    const { header } = this.#opened
    if (this.#current) this.#reader?.read(this.#current, this.findings, header.version)
    this.#current = undefined
    this.#reader = undefined
    this.#arena.clear()
    this.#keptBytes = 0
  }
}

function twoDescriptions() {
  return new SceneBroken('damaged', 'The file is damaged: it has two structure descriptions (DNA).')
}
