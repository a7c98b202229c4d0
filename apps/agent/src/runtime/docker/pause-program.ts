/**
 * Returns a program for Linux that waits for ever and uses no CPU time: an ELF file with a single segment, whose code
 * is the system call `pause` in a loop. `undefined` for processors that it is not written for.
 */
export function pauseProgram(arch: string): Buffer | undefined {
  return arch === 'x64' ? elfOf(pauseLoop) : undefined
}

/** x86-64: `mov eax, 34` (pause), `syscall`, and back to the start. Source: syscall(2), Intel SDM volume 2. */
const pauseLoop = Buffer.of(...[0xb8, 0x22, 0, 0, 0], ...[0x0f, 0x05], ...[0xeb, 0xf7])

const elfHeaderBytes = 64
const programHeaderBytes = 56
const loadedAt = 0x400000n

/** Returns an executable that is loaded as a whole and begins with its code. Source: elf(5). */
function elfOf(code: Buffer): Buffer {
  const codeAt = elfHeaderBytes + programHeaderBytes
  const bytes = BigInt(codeAt + code.length)
  const header = Buffer.alloc(elfHeaderBytes)
  // The magic number, 64 bits, little-endian, version 1.
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(2, 16) // executable
  header.writeUInt16LE(62, 18) // x86-64
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(loadedAt + BigInt(codeAt), 24) // entry
  header.writeBigUInt64LE(BigInt(elfHeaderBytes), 32) // where the program header is
  header.writeUInt16LE(elfHeaderBytes, 52)
  header.writeUInt16LE(programHeaderBytes, 54)
  header.writeUInt16LE(1, 56)
  const segment = Buffer.alloc(programHeaderBytes)
  segment.writeUInt32LE(1, 0) // loaded
  segment.writeUInt32LE(5, 4) // readable and executable
  segment.writeBigUInt64LE(loadedAt, 16)
  segment.writeBigUInt64LE(loadedAt, 24)
  segment.writeBigUInt64LE(bytes, 32)
  segment.writeBigUInt64LE(bytes, 40)
  segment.writeBigUInt64LE(0x1000n, 48)
  return Buffer.concat([header, segment, code])
}
