/** What is allocated at once. */
const slabBytes = 1024 * 1024
/** The least room for a read. */
const roomBytes = 128 * 1024
/** Slabs that wait for their next use. */
const sparesMax = 3

interface Slab {
  memory: Buffer
  used: number
  released: number
}

/** Memory for the reads of a socket, as `onread` of `net.connect` asks for it. */
export interface ReadSlabs {
  /** Returns room for the next read. */
  room(): Buffer
  /** Returns the bytes that were read into the last room. */
  take(bytes: number): Buffer
  /**
   * Gives back memory that nothing reads any more: bytes of `take`, each once. A slab is used again when all of it was
   * given back; others are left to the garbage collector.
   */
  release(bytes: Uint8Array): void
}

/**
 * Creates memory that many reads share and use again. With memory of its own for each read, collecting garbage takes as
 * much time as all else.
 */
export function createReadSlabs(): ReadSlabs {
  const full = new Map<ArrayBufferLike, Slab>()
  const spares: Slab[] = []
  let slab = newSlab()

  function spare({ memory }: Slab): void {
    full.delete(memory.buffer)
    if (spares.length < sparesMax) spares.push({ memory, used: 0, released: 0 })
  }

  function turnOver(): void {
    full.set(slab.memory.buffer, slab)
    if (slab.released === slab.used) spare(slab)
    // Those before it hold bytes that were never given back.
    for (const [buffer] of [...full].slice(0, -sparesMax)) full.delete(buffer)
    slab = spares.pop() ?? newSlab()
  }

  return {
    room: () => {
      if (slabBytes - slab.used < roomBytes) turnOver()
      return slab.memory.subarray(slab.used)
    },
    take: (bytes) => {
      const taken = slab.memory.subarray(slab.used, slab.used + bytes)
      slab.used += bytes
      return taken
    },
    release: ({ buffer, length }) => {
      const from = buffer === slab.memory.buffer ? slab : full.get(buffer)
      if (from === undefined) return
      from.released += length
      if (from !== slab && from.released === from.used) spare(from)
    },
  }
}

function newSlab(): Slab {
  return { memory: Buffer.allocUnsafeSlow(slabBytes), used: 0, released: 0 }
}
