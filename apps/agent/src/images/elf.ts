const interpreterSegment = 3

/**
 * Returns whether a 64-bit little-endian ELF program needs no loader, and so no libraries: it has no `PT_INTERP`
 * segment. Source: System V ABI, "Program Header".
 */
export function isStatic(binary: Buffer): boolean {
  const isElf = binary.length > 64 && binary.readUInt32BE(0) === 0x7f454c46 && binary[4] === 2
  if (!isElf) return false
  const tableAt = Number(binary.readBigUInt64LE(0x20))
  const entryBytes = binary.readUInt16LE(0x36)
  const entries = binary.readUInt16LE(0x38)
  return Array.from({ length: entries }, (_, index) => tableAt + index * entryBytes)
    .filter((at) => at + 4 <= binary.length)
    .every((at) => binary.readUInt32LE(at) !== interpreterSegment)
}
