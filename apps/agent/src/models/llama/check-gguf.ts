import { EndOfFile, FileReader } from './file-reader.ts'
import { ModelUnusable } from './model-unusable.ts'

/**
 * Throws {@link ModelUnusable} if a file cannot be a complete model. llama.cpp would take long to find out, or crash. Reads only the header
 * (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
 */
export function checkGguf(path: string): void {
  using file = new FileReader(path)
  try {
    checkHeader(file)
  } catch (cause) {
    if (!(cause instanceof EndOfFile)) throw cause
    const text = `The model file is damaged: it ends within its header, after ${file.bytes} bytes.`
    throw new ModelUnusable(text, { cause })
  }
}

/** Formats 2 and 3; 1 was abandoned in 2023. */
const versions: readonly number[] = [2, 3]
/** An entry: a key with its length, a type and a value of one byte. A tensor: name, dimensions, type and offset. */
const leastBytes = { entry: 13, tensor: 24 }
const usualAlignment = 32
const nameBytesMax = 64 * 1024
const dimensionsMax = 8

function checkHeader(file: FileReader): void {
  if (file.bytes < 4 || file.text(4) !== 'GGUF')
    throw new ModelUnusable('The model file is not a GGUF file.')
  const version = file.u32()
  if (!versions.includes(version))
    throw new ModelUnusable(
      `The model file has GGUF version ${version}. Versions 2 and 3 are supported.`,
    )
  const tensors = file.u64()
  const entries = file.u64()
  const least = tensors * leastBytes.tensor + entries * leastBytes.entry
  if (tensors === 0 || least > file.bytes)
    throw broken(
      `${file.bytes} bytes cannot contain ${tensors} tensors and ${entries} metadata entries`,
    )
  const alignment = readEntries(file, entries)
  const end = readTensors(file, tensors)
  const needed = Math.ceil(file.at / alignment) * alignment + end
  if (needed > file.bytes) throw broken(`it has ${file.bytes} bytes, but needs at least ${needed}`)
}

/** Skips the metadata except what this file needs, and returns the alignment of the tensors. */
function readEntries(file: FileReader, count: number): number {
  let alignment = usualAlignment
  for (let left = count; left > 0; left -= 1) {
    const key = file.text(nameLength(file))
    const type = file.u32()
    if (key === 'general.alignment' && type === u32Type) alignment = file.u32()
    else if (key === 'split.count' && type === u16Type) checkSplit(file.u16())
    else skipValue(file, type)
  }
  if (alignment === 0) throw broken('its tensor alignment is 0')
  return alignment
}

function checkSplit(parts: number): void {
  if (parts > 1)
    throw new ModelUnusable(
      `The model file is one of ${parts} parts. Only models in a single file are supported.`,
    )
}

function skipValue(file: FileReader, type: number): void {
  const isList = type === listType
  const itemType = isList ? file.u32() : type
  const items = isList ? file.u64() : 1
  if (itemType !== textType) file.skip(items * sizeOf(itemType))
  else for (let left = items; left > 0; left -= 1) file.skip(file.u64())
}

/** Returns the least offset at which the last tensor ends, counted from where the first one may begin. */
function readTensors(file: FileReader, count: number): number {
  let end = 0
  for (let left = count; left > 0; left -= 1) {
    file.skip(nameLength(file))
    const dimensions = file.u32()
    if (dimensions > dimensionsMax) throw broken(`a tensor has ${dimensions} dimensions`)
    let values = 1
    for (let dimension = 0; dimension < dimensions; dimension += 1) values *= file.u64()
    const [perBlock, blockBytes] = blocks[file.u32()] ?? unknownBlock
    end = Math.max(end, file.u64() + Math.floor(values / perBlock) * blockBytes)
  }
  return end
}

function nameLength(file: FileReader): number {
  const bytes = file.u64()
  if (bytes > nameBytesMax) throw broken(`a name has ${bytes} bytes`)
  return bytes
}

function sizeOf(type: number): number {
  const bytes = valueBytes[type]
  if (bytes === undefined) throw broken(`it has a value of unknown type ${type}`)
  return bytes
}

function broken(how: string): ModelUnusable {
  return new ModelUnusable(`The model file is damaged: ${how}.`)
}

const u16Type = 2
const u32Type = 4
const textType = 8
const listType = 9
/** Bytes of a value by its type; texts and lists have a length of their own. */
const valueBytes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

/** Values per block, and its bytes, by the type of a tensor (ggml.h, ggml-common.h). Unknown types count as 0 bytes. */
const blocks: Readonly<Record<number, readonly [number, number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  29: [256, 56],
  30: [1, 2],
  39: [32, 17],
}
const unknownBlock = [1, 0] as const
