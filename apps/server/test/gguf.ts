/** Builds the header of a GGUF file with these entries: each a key, and its value after the number of its type. */
export function gguf(entries: readonly (readonly [string, readonly Buffer[]])[]): Buffer {
  return Buffer.concat([
    latin1('GGUF'),
    u32(3),
    u64(1),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [u64(key.length), Buffer.from(key), ...value]),
  ])
}

export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

export function text(value: string): Buffer[] {
  return [u32(8), u64(value.length), Buffer.from(value)]
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
